import type { AnalysisConfidence } from '../../domain/search/confidence.js';
import type { ScoreScale } from '../../engine/engine.js';

export interface Category {
  name: string;
  description: string;
}

export interface CategorizeRequest {
  documentIds: readonly string[];
  categories: readonly Category[];
  /** The limit for each document. */
  maxCategories: number;
  minConfidence: AnalysisConfidence;
  signal: AbortSignal;
}

export interface AssignedCategory {
  name: string;
  confidence: AnalysisConfidence;
}

/** Fitted by `training/categories/fit-categories.ts`. Similarities are in units of the encoder's score scale. */
export interface CategoryConstants {
  /** A category is more probable than none from this far below the middle of the scale. */
  noneBelowMiddle: number;
  /** A category that is this much more similar than another is e times as probable. */
  step: number;
  /** A common topic this far above the middle is the same topic as the category, not another one. */
  sameTopic: number;
  /**
   * The weight of the other topics beside a single category; it falls with a power of the number of categories. A caller
   * with one category asks whether it fits; a caller with many has covered most of what the documents are about.
   */
  othersWeight: number;
  othersExponent: number;
}

export const FITTED_CONSTANTS: CategoryConstants = {
  noneBelowMiddle: 1.2,
  step: 0.25,
  sameTopic: 2.2,
  othersWeight: 0.4,
  othersExponent: 1.2,
};

/** The minimum probability of each level; `bench/categorize.ts` measures how often each is right. */
const MIN_PROBABILITIES: readonly [AnalysisConfidence, number][] = [
  ['very_high', 0.82],
  ['high', 0.6],
  ['medium', 0.25],
];

export function categoryConfidence(probability: number): AnalysisConfidence {
  return MIN_PROBABILITIES.find(([, minimum]) => probability >= minimum)?.[0] ?? 'low';
}

interface CategoryChoice {
  /** The index of the category. */
  category: number;
  /** Among all categories except the other chosen ones. */
  probability: number;
}

/** A subject that documents may have. */
export interface Topic {
  phrases: readonly Float32Array[];
  /** The sum of its phrases. */
  direction: Float32Array;
}

export function topicOf(phrases: readonly Float32Array[]): Topic {
  const direction = new Float32Array(phrases[0].length);
  for (const phrase of phrases) for (let i = 0; i < direction.length; i++) direction[i] += phrase[i];
  return { phrases, direction };
}

/** Whether a topic with these similarities to the categories is covered by none of them. */
export function isOtherTopic(
  toCategories: readonly number[],
  { middle, steepness }: ScoreScale,
  { sameTopic } = FITTED_CONSTANTS,
): boolean {
  const same = middle + sameTopic / steepness;
  return toCategories.every((value) => value < same);
}

/** The cosine similarities of one document. */
interface DocumentSimilarities {
  toCategories: readonly number[];
  toOthers: readonly number[];
}

/**
 * The most similar categories, at most `max`, each with its probability. Because a document may belong to several, the other
 * chosen ones don't compete with it; the rest do, and so does "none": the document may be similar to nothing, or more similar
 * to other topics.
 */
export function chooseCategories(
  { toCategories, toOthers }: DocumentSimilarities,
  { max, scale, constants = FITTED_CONSTANTS }: { max: number; scale: ScoreScale; constants?: CategoryConstants },
): CategoryChoice[] {
  const noneAt = scale.middle - constants.noneBelowMiddle / scale.steepness;
  const oddsOf = (value: number) => Math.exp(((value - noneAt) * scale.steepness) / constants.step);
  const odds = toCategories.map(oddsOf);
  const ranked = toCategories.map((_, category) => category).sort((a, b) => odds[b] - odds[a] || a - b);
  const othersWeight = constants.othersWeight / toCategories.length ** constants.othersExponent;
  const none = 1 + othersWeight * sum(toOthers.map(oddsOf));
  const notChosen = none + sum(ranked.slice(max).map((category) => odds[category]));
  return ranked
    .slice(0, max)
    .map((category) => ({ category, probability: odds[category] / (odds[category] + notChosen) }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
