// How often is the likeliest category the right one, how often is each level of confidence right, and how often does a document get a
// category though none fits? Zero-shot: nothing is trained. Beside it: the category whose description is nearest by cosine alone, and the one
// whose best phrases are. Categories are described by lists, by several sentences and by one.
// npm run build && node --import ./scripts/run-typescript.mjs bench/categorize.ts [texts of each set] [folder of the data sets]   (four minutes)
import { join } from 'node:path';
import { evenlySpread } from '../src/algorithms/evenly-spread.js';
import { isAtLeast } from '../src/domain/search/confidence.js';
import { CachingEmbedder } from '../src/inference/caching-embedder.js';
import { readScoreScale } from '../src/inference/calibration.js';
import { compareTopics } from '../src/inference/extractive/compare-topics.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { categorizeByMeaning } from '../src/operations/analysis/categorize-by-meaning.js';
import type { AssignedCategory, Category } from '../src/operations/analysis/category-scores.js';
import { embedPhrases } from '../src/operations/analysis/topic-phrases.js';
import type { OperationContext } from '../src/operations/context.js';
import { divideDocuments, embedInSpace } from '../src/operations/documents/embed-documents.js';
import { plainServices } from '../testing/plain-services.js';
import { BANK_CATEGORIES, questionsByGroup } from './support/bank-categories.js';
import { type LabelledText, readLabelledTexts } from './support/labelled-texts.js';
import { NEWS_CATEGORIES, OTHER_CATEGORIES } from './support/news-categories.js';
import {
  BANK_OTHERWISE,
  describedOtherwise,
  NEWS_OTHERWISE,
  QUESTIONS_OTHERWISE,
  STYLES,
} from './support/other-descriptions.js';
import { QUESTION_CATEGORIES, questionsBySubject } from './support/question-categories.js';
import { Recording } from './support/recording.js';
import { readRetrievalSet } from './support/retrieval-set.js';

const SAMPLE = Number(process.argv[2] ?? 2000);
const FOLDER = process.argv[3] ?? '../shared/data';
const LEVELS = ['very_high', 'high', 'medium', 'low'] as const;
/** Requests with some of the categories, for each number of them. */
const REQUESTS = 6;

interface MeasuredSet {
  name: string;
  items: readonly LabelledText[];
  categories: readonly Category[];
  context: OperationContext;
  documents: readonly ReturnType<typeof documentOf>[];
  /** The passages of each document. */
  subjects: readonly Int8Array[][];
}

const recording = new Recording('categorize');
const bundled = await openBundledEmbedder({ threads: 2, onFailure: console.error });
const { calibrated: _, ...scale } = await readScoreScale(bundled.space);
const services = { ...plainServices(new CachingEmbedder(bundled)), scale };

const news = await measured('news', newsItems(), NEWS_CATEGORIES);
const questions = await measured('questions', articleQuestions(), QUESTION_CATEGORIES);
const bank = await measured('bank questions', bankQuestions(), BANK_CATEGORIES);
for (const set of [news, { ...news, categories: [...NEWS_CATEGORIES, ...OTHER_CATEGORIES] }, questions, bank])
  await reportAccuracy(set);
for (const [set, descriptions] of [
  [news, NEWS_OTHERWISE],
  [questions, QUESTIONS_OTHERWISE],
  [bank, BANK_OTHERWISE],
] as const) {
  for (const style of STYLES) {
    const categories = describedOtherwise(set.categories, descriptions, style);
    await reportAccuracy({ ...set, categories }, `, described in ${style}`);
  }
}
recording.save();
for (const set of [news, questions, bank]) for (const size of [1, 2, 3]) await reportStrangers(set, size);
recording.save();
await bundled.close();

/** Every third item, which the weights were not fitted to. */
function newsItems(): LabelledText[] {
  const all = readLabelledTexts(join(FOLDER, 'ag_news', 'all.jsonl.gz'));
  return all.filter((_, i) => i % 3 === 0).slice(0, SAMPLE);
}

/** About articles that the weights were not fitted to. */
function articleQuestions(): LabelledText[] {
  const fitted = readRetrievalSet(join(FOLDER, 'squad2')).corpus.map(({ title }) => title);
  return evenlySpread(questionsBySubject(readRetrievalSet(join(FOLDER, 'xquad', 'en')), new Set(fitted)), SAMPLE);
}

function bankQuestions(): LabelledText[] {
  return evenlySpread(questionsByGroup(readLabelledTexts(join(FOLDER, 'banking77', 'test.jsonl.gz'))), SAMPLE);
}

/** A set whose documents are stored with their vectors, so that repeated calls embed nothing. */
async function measured(name: string, items: readonly LabelledText[], categories: readonly Category[]) {
  const documents = items.map(({ text }, i) => documentOf(text, `${name}-${i}`));
  const nothing = { documents: { getMany: async (ids: readonly string[]) => ids.map(() => null) } };
  const empty = { ...services, collection: nothing } as unknown as OperationContext;
  const divided = await divideDocuments(documents, empty);
  const embedded = await embedInSpace(divided, empty.embedder);
  const byId = new Map(divided.map((one, i) => [one.document.id, { ...one, vectors: [embedded[i].vectors] }]));
  const stored = { documents: { getMany: async (ids: readonly string[]) => ids.map((id) => byId.get(id) ?? null) } };
  const context = { ...services, collection: stored } as unknown as OperationContext;
  const subjects = embedded.map(({ vectors }) => [...vectors.codes]);
  return { name, items, categories, context, documents, subjects };
}

async function reportAccuracy(set: MeasuredSet, described = ''): Promise<void> {
  const { items, categories, documents, context } = set;
  const found = await categorizeByMeaning(documents, categories, context);
  const best = found.map(([first]) => first);
  const isRight = best.map(({ name }, i) => name === items[i].label);
  const isKept = best.map(({ confidence }, i) => isRight[i] && isAtLeast(confidence, 'medium'));
  const descriptions = await services.embedder.embed(
    categories.map(({ description }) => ({ text: description, language: 'en', kind: 'query' as const })),
  );
  const phrases = await embedPhrases(categories, context);
  const name = `${set.name}, ${categories.length} categories${described}`;
  const table =
    'The likeliest category, and with min_confidence_level medium (a text without a category counts as wrong)';
  const figures = {
    'nearest description': nearest(
      set,
      descriptions.map(({ vector }) => [vector]),
    ),
    'nearest phrases': nearest(set, phrases),
    right: ratio(isRight),
    'right with medium': ratio(isKept),
  };
  for (const [measure, value] of Object.entries(figures)) recording.add({ table, name, measure, unit: 'score', value });
  console.log(`${name}, ${items.length} texts: ${JSON.stringify(figures)}`);
  reportLevels(name, best, isRight);
  const fitting = found.map((all) => all.filter(({ confidence }) => confidence === 'very_high').length);
  console.log(`very_high for more than one: ${ratio(fitting.map((count) => count > 1)).toFixed(3)}`);
}

/** The accuracy of the nearest topic, each given by what is compared. */
function nearest({ subjects, items, categories }: MeasuredSet, topics: readonly Float32Array[][]): number {
  const similarities = compareTopics({ subjects, topics });
  return ratio(similarities.map((all, i) => categories[all.indexOf(Math.max(...all))].name === items[i].label));
}

function reportLevels(name: string, best: readonly AssignedCategory[], isRight: readonly boolean[]): void {
  for (const level of LEVELS) {
    const here = isRight.filter((_, i) => best[i].confidence === level);
    const row = { table: 'By level of confidence', name: `${name}, ${level}`, unit: 'score' } as const;
    recording.add(
      { ...row, measure: 'share of the texts', value: here.length / isRight.length },
      { ...row, measure: 'right', value: ratio(here) },
    );
    const figures = `${(here.length / isRight.length).toFixed(3)} of the texts, right ${ratio(here).toFixed(3)}`;
    console.log(`${level.padEnd(10)} ${figures}`);
  }
}

/** Over combinations of `size` of the categories: the texts of the others fit none. */
async function reportStrangers({ name, items, categories, documents, context }: MeasuredSet, size: number) {
  const own: boolean[] = [];
  const strange: boolean[] = [];
  for (const some of evenlySpread(choices(categories, size), REQUESTS)) {
    const names = some.map((category) => category.name);
    const found = await categorizeByMeaning(documents, some, context);
    found.forEach(([best], i) => {
      const { label } = items[i];
      const isGiven = isAtLeast(best.confidence, 'medium');
      if (names.includes(label)) own.push(isGiven && best.name === label);
      else strange.push(!isGiven);
    });
  }
  const row = {
    table: 'Only some of the categories given, min_confidence_level medium',
    name: `${name}, ${size} of ${categories.length} categories`,
    unit: 'score',
  } as const;
  recording.add(
    { ...row, measure: 'texts of these that get their own', value: ratio(own) },
    { ...row, measure: 'texts of others that get none', value: ratio(strange) },
  );
  console.log(`${row.name}: given their own ${ratio(own).toFixed(3)}, others none ${ratio(strange).toFixed(3)}`);
}

function choices(categories: readonly Category[], size: number): Category[][] {
  if (size === 0) return [[]];
  return categories.flatMap((first, i) => choices(categories.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

/** News has a title and a text; a question is a title alone. */
function documentOf(text: string, id: string) {
  const [title, ...content] = text.split('\n');
  return {
    id,
    title,
    content: content.length === 0 ? null : content.join('\n'),
    tenantId: 't',
    language: 'en' as const,
    metadata: null,
    sourceUri: null,
    createdAt: 0,
    updatedAt: 0,
  };
}

function ratio(values: readonly boolean[]): number {
  return values.filter(Boolean).length / Math.max(1, values.length);
}
