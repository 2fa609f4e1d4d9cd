import type { ScoreScale } from '../../engine/engine.js';

/** Thresholds are in units of the encoder's score scale. A category is more probable than none from this far below its middle. */
const NONE_BELOW_MIDDLE = 0.53;
/** A category that is this much more similar than another is e times as probable. */
const STEP = 0.15;
/** A common topic this far above the middle is the same topic as the category, not another one. */
const SAME_TOPIC = 1.2;
/**
 * The weight of the other topics beside a single category; it falls with a power of the number of categories. A caller with
 * one category asks whether it fits; a caller with many has covered most of what the documents are about.
 */
const OTHERS_WEIGHT = 0.5;
const OTHERS_EXPONENT = 2;

export interface CategoryChoice {
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
export function isOtherTopic(toCategories: readonly number[], { middle, steepness }: ScoreScale): boolean {
  const same = middle + SAME_TOPIC / steepness;
  return toCategories.every((value) => value < same);
}

/** The cosine similarities of one document. */
export interface DocumentSimilarities {
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
  max: number,
  scale: ScoreScale,
): CategoryChoice[] {
  const oddsOf = (value: number) => Math.exp(((value - noneAt(scale)) * scale.steepness) / STEP);
  const odds = toCategories.map(oddsOf);
  const ranked = toCategories.map((_, category) => category).sort((a, b) => odds[b] - odds[a] || a - b);
  const none = 1 + (OTHERS_WEIGHT * sum(toOthers.map(oddsOf))) / toCategories.length ** OTHERS_EXPONENT;
  const notChosen = none + sum(ranked.slice(max).map((category) => odds[category]));
  return ranked
    .slice(0, max)
    .map((category) => ({ category, probability: odds[category] / (odds[category] + notChosen) }));
}

function noneAt({ middle, steepness }: ScoreScale): number {
  return middle - NONE_BELOW_MIDDLE / steepness;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
