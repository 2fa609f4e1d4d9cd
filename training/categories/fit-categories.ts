// Fits the weights of a category's probability and prints them, to be written into src/operations/analysis/category-scores.ts.
// npm run build && node --import ./scripts/run-typescript.mjs training/categories/fit-categories.ts [folder of data sets] [vector cache]
//
// Each document is asked with all categories of its set, and with three that are not its own: then it should get none.
import { VectorCache } from '../../bench/support/vector-cache.js';
import { ANALYSIS_CONFIDENCE_LEVELS, analysisConfidence, isAtLeast } from '../../src/domain/search/confidence.js';
import { readScoreScale } from '../../src/inference/calibration.js';
import { compareTopics } from '../../src/inference/extractive/compare-topics.js';
import { openBundledEmbedder } from '../../src/inference/onnx/bundled-embedder.js';
import {
  type CategoryConstants,
  categoryInputs,
  categoryMargin,
  FITTED_CONSTANTS,
  isSameTopic,
  rankCategories,
} from '../../src/operations/analysis/category-scores.js';
import { CommonTopics } from '../../src/operations/analysis/common-topics.js';
import { embedPhrases } from '../../src/operations/analysis/topic-phrases.js';
import { type Case, fitCases } from '../answers/fit-weights.js';
import {
  articleParagraphs,
  articleQuestions,
  bankingQuestions,
  encyclopediaParagraphs,
  type LabelledSet,
  newsItems,
  otherwise,
} from './labelled-documents.js';

const [folder = '../shared/data', cacheFile = null] = process.argv.slice(2);
/** How much a request without the document's own category counts beside the one with all. */
const STRANGER_WEIGHT = 0.3;
const STRANGERS = 3;
const INPUTS = ['margin', 'doubt', 'length', 'marginByLength'] as const;

/** One document and one request. */
interface Outcome {
  margins: readonly number[];
  tokens: number;
  /** The index of the document's own category; -1 if the request doesn't have it. */
  own: number;
}

interface Outcomes {
  set: LabelledSet;
  whole: readonly Outcome[];
  strange: readonly Outcome[];
}

const bundled = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const embedder = new VectorCache(bundled, cacheFile);
const scale = await readScoreScale(embedder.space);
const topics = await new CommonTopics(embedder).embedded();
const sets: Outcomes[] = [];
const described = [newsItems, articleQuestions, articleParagraphs].map((read) => read(folder));
const listed = [...described, encyclopediaParagraphs(folder), bankingQuestions(folder)];
for (const set of [...listed, ...described.flatMap(otherwise)]) {
  sets.push(await outcomesOf(set));
  embedder.save();
}
await embedder.close();

const { bias, margin, doubt, length, marginByLength } = fitCases(sets.flatMap(casesOf), INPUTS);
const fitted = { ...FITTED_CONSTANTS, weights: { bias, margin, doubt, length, marginByLength } };
report('now', FITTED_CONSTANTS);
report('fitted', fitted);

async function outcomesOf(set: LabelledSet): Promise<Outcomes> {
  const phrases = await embedPhrases(set.categories, { embedder });
  const texts = set.documents.map(({ text, language }) => ({ text, language, kind: 'passage' as const }));
  const subjects = (await embedder.embed(texts)).map(({ vector }) => [vector]);
  const tokens = await embedder.countTokens(texts);
  const toTopics = compareTopics({ subjects, topics: topics.map((topic) => topic.phrases) });
  const toCategories = compareTopics({ subjects, topics: phrases });
  const topicsToCategories = compareTopics({ subjects: topics.map(({ direction }) => [direction]), topics: phrases });
  const others = phrases.map((_, category) =>
    topics.map((_, topic) => topic).filter((topic) => !isSameTopic(topicsToCategories[topic][category], scale)),
  );
  const whole = set.documents.map(({ label }, i) => ({
    margins: others.map((ofCategory, category) => {
      const toOthers = ofCategory.map((topic) => toTopics[i][topic]);
      return categoryMargin(toCategories[i][category], toOthers, scale);
    }),
    tokens: tokens[i],
    own: set.categories.findIndex(({ name }) => name === label),
  }));
  return { set, whole, strange: whole.map(withoutOwn) };
}

/** Three of the other categories, different ones for each document. */
function withoutOwn({ margins, tokens, own }: Outcome, index: number): Outcome {
  const others = margins.filter((_, category) => category !== own);
  const from = (index * STRANGERS) % others.length;
  return { margins: [...others.slice(from), ...others.slice(0, from)].slice(0, STRANGERS), tokens, own: -1 };
}

/** The nearest category of each request. The number of documents in a set makes no difference. */
function casesOf({ set, whole, strange }: Outcomes): Case[] {
  const asked = [
    ...whole.map((outcome) => ({ outcome, weight: 1 })),
    ...(set.strangers === 'too alike' ? [] : strange.map((outcome) => ({ outcome, weight: STRANGER_WEIGHT }))),
  ];
  return asked.map(({ outcome: { margins, tokens, own }, weight }) => {
    const best = margins.indexOf(Math.max(...margins));
    return {
      features: { ...categoryInputs(margins, tokens)[best] },
      right: best === own,
      weight: (weight * set.weight) / whole.length,
    };
  });
}

function report(title: string, constants: CategoryConstants): void {
  console.log(`\n${title}: ${JSON.stringify(constants.weights)}`);
  for (const { set, whole, strange } of sets) {
    const found = whole.map(({ margins, tokens, own }) => {
      const [{ category, probability }] = rankCategories(margins, tokens, constants);
      return { right: category === own, level: analysisConfidence(probability) };
    });
    const given = strange.filter(({ margins, tokens }) => {
      const [{ probability }] = rankCategories(margins, tokens, constants);
      return isAtLeast(analysisConfidence(probability), 'medium');
    });
    const levels = ANALYSIS_CONFIDENCE_LEVELS.map((level) => {
      const here = found.filter((one) => one.level === level);
      const right = here.filter((one) => one.right);
      return `${level} ${share(right.length, here.length)} of ${share(here.length, found.length)}`;
    });
    const right = found.filter((one) => one.right);
    const kept = right.filter(({ level }) => isAtLeast(level, 'medium'));
    console.log(
      `${set.name.padEnd(24)} right ${share(right.length, found.length)}  at medium ${share(kept.length, found.length)}  ` +
        `none of three others ${share(strange.length - given.length, strange.length)}  ${levels.join('  ')}`,
    );
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}
