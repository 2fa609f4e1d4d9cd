import type { ScoreScale } from '../../engine/engine.js';

/** In units of the encoder's scale: how far below its middle a category begins to be likelier than none at all. */
const NONE_BELOW_MIDDLE = 0.53;
/** In the same units: a category that is this much nearer than another is e times as likely. */
const STEP = 0.15;
/** In the same units, above the middle: a topic that is nearer to a category is no other topic. */
const SAME_TOPIC = 1.2;
/**
 * How much the other topics count beside a single category; it falls with a power of the number of categories. Whoever names one
 * category asks whether it fits; whoever names many has thought of most that his documents are about.
 */
const OTHERS_WEIGHT = 0.5;
const COVERAGE = 2;

export interface CategoryChoice {
  /** The place of the category in the list. */
  category: number;
  /** How likely it is, if the others that are chosen are set aside. */
  probability: number;
}

/** Something that documents may be about. */
export interface Topic {
  phrases: readonly Float32Array[];
  /** Of all its phrases together. */
  direction: Float32Array;
}

export function topicOf(phrases: readonly Float32Array[]): Topic {
  const direction = new Float32Array(phrases[0].length);
  for (const phrase of phrases) for (let i = 0; i < direction.length; i++) direction[i] += phrase[i];
  return { phrases, direction };
}

/** Whether none of the categories is about a topic that is so near to each of them. */
export function isOtherTopic(toCategories: readonly number[], { middle, steepness }: ScoreScale): boolean {
  const same = middle + SAME_TOPIC / steepness;
  return toCategories.every((value) => value < same);
}

export interface NearnessOfDocument {
  toCategories: readonly number[];
  toOthers: readonly number[];
}

/**
 * The nearest categories, as many as are asked for, each with its probability among all but the others that are chosen: a document may be
 * about several. One more possibility is that none fits: because the document is near to nothing, or because it is nearer to other topics.
 */
export function chooseCategories(
  { toCategories, toOthers }: NearnessOfDocument,
  most: number,
  scale: ScoreScale,
): CategoryChoice[] {
  const oddsOf = (value: number) => Math.exp(((value - noneAt(scale)) * scale.steepness) / STEP);
  const odds = toCategories.map(oddsOf);
  const ranked = toCategories.map((_, category) => category).sort((a, b) => odds[b] - odds[a] || a - b);
  const none = 1 + (OTHERS_WEIGHT * sum(toOthers.map(oddsOf))) / toCategories.length ** COVERAGE;
  const notChosen = none + sum(ranked.slice(most).map((category) => odds[category]));
  return ranked
    .slice(0, most)
    .map((category) => ({ category, probability: odds[category] / (odds[category] + notChosen) }));
}

function noneAt({ middle, steepness }: ScoreScale): number {
  return middle - NONE_BELOW_MIDDLE / steepness;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
