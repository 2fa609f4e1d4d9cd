// Sweeps the constants of categorize and prints the best, to be written into src/operations/analysis/category-scores.ts.
// npm run build && node --import ./scripts/run-typescript.mjs training/categories/fit-categories.ts [folder of data sets] [vector cache]
//
// Three sets, each with requests of all its categories and of one, two and three of them: then the documents of the others
// should get none. Needs models/calibration.json.
import { VectorCache } from '../../bench/support/vector-cache.js';
import { readScoreScale } from '../../src/inference/calibration.js';
import { compareTopics } from '../../src/inference/extractive/compare-topics.js';
import { openBundledEmbedder } from '../../src/inference/onnx/bundled-embedder.js';
import { embedPhrases } from '../../src/operations/analysis/categorize-by-meaning.js';
import {
  type CategoryConstants,
  categoryConfidence,
  chooseCategories,
  FITTED_CONSTANTS,
  isOtherTopic,
} from '../../src/operations/analysis/category-scores.js';
import { CommonTopics } from '../../src/operations/analysis/common-topics.js';
import { evenlySpread } from '../../src/operations/analysis/sample-passages.js';
import { bankingQuestions, encyclopediaParagraphs, type LabelledSet, newsItems } from './labelled-documents.js';

const [folder = '../shared/data', cacheFile = null] = process.argv.slice(2);
const SIZES = [1, 2, 3];
const LEVELS = ['very_high', 'high', 'medium', 'low'] as const;
const GRID = {
  noneBelowMiddle: [0.8, 1.2, 2],
  step: [0.2, 0.25, 0.3],
  sameTopic: [1.2, 2.2, 2.7],
  othersWeight: [0.3, 0.4, 0.6, 0.9],
  othersExponent: [1, 1.2, 1.5, 2],
};
/** The share of the documents with the right category as the likeliest that must get it at medium, in each condition. */
const LEAST_KEPT = { allCategories: 0.975, someCategories: 0.82 };
/** Smaller differences in separation are noise; the log loss then decides. */
const TIE = 0.01;
/** Enough to tell constants apart: documents of each set, and requests of each condition. */
const SWEPT = { documents: 600, requests: 12 };

/** The similarities of one set, for all its categories. */
interface ComparedSet {
  /** `toCategories[document][category]`; likewise the others. */
  toCategories: readonly number[][];
  toTopics: readonly number[][];
  topicsToCategories: readonly number[][];
  /** The category of each document. */
  labels: readonly number[];
}

/** A request with some of the categories of a set. */
interface Request {
  set: ComparedSet;
  categories: readonly number[];
}

/** Requests of one kind, which are averaged. */
interface Condition {
  name: string;
  leastKept: number;
  requests: readonly Request[];
}

interface Outcome {
  probability: number;
  isRight: boolean;
  /** Whether the document's own category was in the request. */
  isOwn: boolean;
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
const conditions: Condition[] = [];
for (const set of [newsItems(folder), bankingQuestions(folder), encyclopediaParagraphs(folder)]) {
  conditions.push(...conditionsOf(set, await compare(set)));
  embedder.save();
}
await embedder.close();

report('now', conditions, FITTED_CONSTANTS);
report('best of the grid', conditions, sweep(conditions.map(thinned)));

async function compare({ documents, categories, others }: LabelledSet): Promise<ComparedSet> {
  const all = [...categories, ...others];
  const phrases = await embedPhrases(all, { embedder });
  const texts = documents.map(({ text, language }) => ({ text, language, kind: 'passage' as const }));
  const subjects = (await embedder.embed(texts)).map(({ vector }) => [vector]);
  return {
    toCategories: compareTopics({ subjects, topics: phrases }),
    toTopics: compareTopics({ subjects, topics: topics.map((topic) => topic.phrases) }),
    topicsToCategories: compareTopics({ subjects: topics.map(({ direction }) => [direction]), topics: phrases }),
    labels: documents.map(({ label }) => all.findIndex(({ name }) => name === label)),
  };
}

function conditionsOf({ name, categories, others }: LabelledSet, set: ComparedSet): Condition[] {
  const own = categories.map((_, i) => i);
  const withOthers = [...own, ...others.map((_, i) => own.length + i)];
  const whole = others.length === 0 ? [own] : [own, withOthers];
  return [
    ...whole.map((chosen) => ({
      name: `${name}, ${chosen.length} categories`,
      leastKept: LEAST_KEPT.allCategories,
      requests: [{ set, categories: chosen }],
    })),
    ...SIZES.map((size) => ({
      name: `${name}, ${size} of ${own.length}`,
      leastKept: LEAST_KEPT.someCategories,
      requests: combinations(own, size).map((chosen) => ({ set, categories: chosen })),
    })),
  ];
}

function combinations(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((first, i) => combinations(items.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

function outcomes({ set, categories }: Request, constants: CategoryConstants): Outcome[] {
  const pick = (values: readonly number[]) => categories.map((category) => values[category]);
  const isOther = set.topicsToCategories.map((values) => isOtherTopic(pick(values), scale, constants));
  return set.labels.map((label, i) => {
    const toOthers = set.toTopics[i].filter((_, topic) => isOther[topic]);
    const similarities = { toCategories: pick(set.toCategories[i]), toOthers };
    const [{ category, probability }] = chooseCategories(similarities, { max: 1, scale, constants });
    return { probability, isRight: categories[category] === label, isOwn: categories.includes(label) };
  });
}

interface Trial {
  constants: CategoryConstants;
  /** The share of documents that get their own category minus the share of others that get one, at medium. */
  separation: number;
  /** How well probabilities tell whether the likeliest category is right. */
  loss: number;
}

function sweep(swept: readonly Condition[]): CategoryConstants {
  const trials = grid().flatMap((constants): Trial[] => {
    const found = swept.map(({ requests }) => requests.flatMap((request) => outcomes(request, constants)));
    if (swept.some(({ leastKept }, i) => kept(found[i]) < leastKept)) return [];
    return [{ constants, separation: mean(found.map(separation)), loss: mean(found.map(logLoss)) }];
  });
  const top = Math.max(...trials.map((trial) => trial.separation));
  const tied = trials.filter((trial) => trial.separation >= top - TIE);
  const best = tied.reduce((one, other) => (other.loss < one.loss ? other : one));
  console.log(`${trials.length} keep enough, ${tied.length} of them separate as well as the best`);
  return best.constants;
}

function grid(): CategoryConstants[] {
  let all: Partial<CategoryConstants>[] = [{}];
  for (const [name, values] of Object.entries(GRID))
    all = all.flatMap((constants) => values.map((value) => ({ ...constants, [name]: value })));
  return all as CategoryConstants[];
}

function thinned({ requests, ...condition }: Condition): Condition {
  const few = evenlySpread(requests, SWEPT.requests);
  return {
    ...condition,
    requests: few.map(({ set, categories }) => ({
      categories,
      set: {
        toCategories: evenlySpread(set.toCategories, SWEPT.documents),
        toTopics: evenlySpread(set.toTopics, SWEPT.documents),
        topicsToCategories: set.topicsToCategories,
        labels: evenlySpread(set.labels, SWEPT.documents),
      },
    })),
  };
}

function kept(all: readonly Outcome[]): number {
  const right = all.filter(({ isRight }) => isRight);
  return ratio(right, isAssigned);
}

function separation(all: readonly Outcome[]): number {
  const own = all.filter(({ isOwn }) => isOwn);
  const strange = all.filter(({ isOwn }) => !isOwn);
  return ratio(own, (outcome) => outcome.isRight && isAssigned(outcome)) - ratio(strange, isAssigned);
}

function logLoss(all: readonly Outcome[]): number {
  return mean(
    all.map(({ probability, isRight }) => -Math.log(Math.max(1e-6, isRight ? probability : 1 - probability))),
  );
}

function report(title: string, reported: readonly Condition[], constants: CategoryConstants): void {
  console.log(`\n${title}: ${JSON.stringify(constants)}`);
  for (const { name, requests } of reported) {
    const all = requests.flatMap((request) => outcomes(request, constants));
    const own = all.filter(({ isOwn }) => isOwn);
    const strange = all.filter(({ isOwn }) => !isOwn);
    const figures = [
      `right ${share(own, ({ isRight }) => isRight)}`,
      `with medium ${share(own, (outcome) => outcome.isRight && isAssigned(outcome))}`,
      `others given one ${share(strange, isAssigned)}`,
      ...LEVELS.map((level) => {
        const here = all.filter(({ probability }) => categoryConfidence(probability) === level);
        return `${level} ${share(here, ({ isRight }) => isRight)} of ${(here.length / all.length).toFixed(2)}`;
      }),
    ];
    console.log(`${name.padEnd(27)} ${figures.join('  ')}`);
  }
}

function isAssigned({ probability }: Outcome): boolean {
  return categoryConfidence(probability) !== 'low';
}

function share<Item>(items: readonly Item[], has: (item: Item) => boolean): string {
  return items.length === 0 ? '  –  ' : ratio(items, has).toFixed(3);
}

function ratio<Item>(items: readonly Item[], has: (item: Item) => boolean): number {
  return items.filter(has).length / Math.max(1, items.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
