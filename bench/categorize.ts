// How often is the likeliest category the right one, how often is each level of confidence, and how often does a document get a category
// though none fits? Zero-shot: nothing is trained. AG News has four topics; with fewer of them given, the items of the others fit none.
// npm run build && node --import ./scripts/run-typescript.mjs bench/categorize.ts [news items] [folder of the data sets]   (about a minute: it embeds them)
import { join } from 'node:path';
import { CachingEmbedder } from '../src/inference/caching-embedder.js';
import { readScoreScale } from '../src/inference/calibration.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { categorizeByMeaning } from '../src/operations/analysis/categorize-by-meaning.js';
import type { AssignedCategory, Category } from '../src/operations/analysis/category-scores.js';
import type { OperationContext } from '../src/operations/context.js';
import { divideDocuments, embedInSpace } from '../src/operations/documents/embed-documents.js';
import { plainServices } from '../testing/plain-services.js';
import { readLabelledTexts } from './support/labelled-texts.js';
import { NEWS_CATEGORIES, OTHER_CATEGORIES } from './support/news-categories.js';
import { Recording } from './support/recording.js';

const SAMPLE = Number(process.argv[2] ?? 2000);
const FOLDER = process.argv[3] ?? '../shared/data';
const LEVELS = ['very_high', 'high', 'medium', 'low'] as const;

const recording = new Recording('categorize');
const bundled = await openBundledEmbedder({ threads: 2, onFailure: console.error });
const { calibrated: _, ...scale } = await readScoreScale(bundled.space);
const nothingStored = {
  documents: { getMany: async (ids: readonly string[]) => ids.map(() => null) },
} as unknown as OperationContext['collection'];
const services = { ...plainServices(new CachingEmbedder(bundled)), scale };
const all = readLabelledTexts(join(FOLDER, 'ag_news', 'all.jsonl.gz'));
const every = Math.max(1, Math.floor(all.length / SAMPLE));
const items = all.filter((_, i) => i % every === 0).slice(0, SAMPLE);
const documents = items.map(({ text }, i) => documentOf(text, `news-${i}`));
const context = await withVectors();

for (const categories of [NEWS_CATEGORIES, [...NEWS_CATEGORIES, ...OTHER_CATEGORIES]])
  reportAccuracy(await categorizeByMeaning(documents, { categories, maxCategories: 1 }, context), categories.length);
for (const size of [1, 2, 3]) await reportStrangers(size);
recording.save();
await bundled.close();

/** A context in which the documents are stored with their vectors, so that repeated calls embed nothing. */
async function withVectors(): Promise<OperationContext> {
  const empty = { ...services, collection: nothingStored } as OperationContext;
  const divided = await divideDocuments(documents, empty);
  const embedded = await embedInSpace(divided, empty.embedder);
  const byId = new Map(divided.map((one, i) => [one.document.id, { ...one, vectors: [embedded[i].vectors] }]));
  const getMany = async (ids: readonly string[]) => ids.map((id) => byId.get(id) ?? null);
  const stored = { documents: { getMany } } as unknown as OperationContext['collection'];
  return { ...services, collection: stored } as OperationContext;
}

function reportAccuracy(found: readonly AssignedCategory[][], count: number): void {
  const isRight = found.map(([best], i) => best.name === items[i].label);
  const isAssigned = found.map(([best]) => best.confidence !== 'low');
  const both = isRight.filter((right, i) => right && isAssigned[i]);
  console.log(
    `AG News, ${items.length} items, ${count} categories: accuracy ${share(isRight.filter(Boolean), isRight)}`,
  );
  console.log(`with min_confidence_level medium, an item without a category counted as wrong: ${share(both, isRight)}`);
  const name = `${count} categories`;
  const table =
    'The likeliest category, and with min_confidence_level medium (an item without a category counts as wrong)';
  recording.add(
    { table, name, measure: 'right', unit: 'score', value: ratio(isRight.filter(Boolean), isRight) },
    { table, name, measure: 'right with medium', unit: 'score', value: ratio(both, isRight) },
  );
  for (const level of LEVELS) {
    const here = isRight.filter((_, i) => found[i][0].confidence === level);
    const row = { table: 'By level of confidence', name: `${name}, ${level}`, unit: 'score' } as const;
    recording.add(
      { ...row, measure: 'share of the items', value: ratio(here, isRight) },
      { ...row, measure: 'right', value: ratio(here.filter(Boolean), here) },
    );
    console.log(`${level.padEnd(10)} ${share(here, isRight)} of the items, right ${share(here.filter(Boolean), here)}`);
  }
}

/** Over all combinations of `size` of the four topics. */
async function reportStrangers(size: number): Promise<void> {
  const own: boolean[] = [];
  const strange: boolean[] = [];
  for (const categories of choices(NEWS_CATEGORIES, size)) {
    const names = categories.map(({ name }) => name);
    const found = await categorizeByMeaning(documents, { categories, maxCategories: 1 }, context);
    found.forEach(([best], i) => {
      const { label } = items[i];
      if (!names.includes(label)) strange.push(best.confidence !== 'low');
      else own.push(best.confidence !== 'low' && best.name === label);
    });
  }
  const row = { table: 'Only some of the four categories given, min_confidence_level medium', unit: 'score' } as const;
  const name = `${size} of 4 categories`;
  recording.add(
    { ...row, name, measure: 'items of these that get their own', value: ratio(own.filter(Boolean), own) },
    { ...row, name, measure: 'items of others that get one', value: ratio(strange.filter(Boolean), strange) },
  );
  const figures = `given their own ${share(own.filter(Boolean), own)}, of other topics given one ${share(strange.filter(Boolean), strange)}`;
  console.log(`${size} of the four categories, min_confidence_level medium: ${figures}`);
}

function choices(categories: readonly Category[], size: number): Category[][] {
  if (size === 0) return [[]];
  return categories.flatMap((first, i) => choices(categories.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

function documentOf(text: string, id: string) {
  const [title, ...content] = text.split('\n');
  return {
    id,
    title,
    content: content.join('\n'),
    tenantId: 't',
    language: 'en' as const,
    metadata: null,
    sourceUri: null,
    createdAt: 0,
    updatedAt: 0,
  };
}

function ratio(part: readonly unknown[], whole: readonly unknown[]): number {
  return part.length / Math.max(1, whole.length);
}

function share(part: readonly unknown[], whole: readonly unknown[]): string {
  return ratio(part, whole).toFixed(3);
}
