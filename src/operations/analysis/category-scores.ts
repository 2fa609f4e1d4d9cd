import type { ScoreScale } from '../../engine/engine.js';

/**
 * How near a passage comes to a category: the mean of its cosines with those phrases of the category that it is nearest to.
 * A description lists what a category is about, and a document is about one or two of these things, seldom about all.
 */
const NEAREST_PHRASES = 3;

/** In units of the encoder's scale: how far below its middle a category begins to be likelier than none at all. */
const NONE_BELOW_MIDDLE = 0.53;
/** In the same units: a category that is this much nearer than another is e times as likely. */
const STEP = 0.15;
/** In the same units, above the middle: a topic that is nearer to a category is no other topic. */
const SAME_TOPIC = 1.2;
/**
 * How much the other topics count falls with this power of the number of categories. Whoever names one category asks whether it fits;
 * whoever names many has thought of most that his documents are about.
 */
const COVERAGE = 2.5;

/** Of any length: only the direction counts. */
type Vector = Int8Array | Float32Array;

export interface CategoryChoice {
  /** The place of the category in the list. */
  category: number;
  /** How likely it is, if those before it in the list of choices are set aside. */
  probability: number;
}

/** A document's nearness to a category, or to one topic: the mean over its passages. */
export function nearness(passages: readonly Vector[], phrases: readonly Float32Array[]): number {
  const ofPassages = passages.map((codes) => nearestPhrases(codes, phrases));
  return mean(ofPassages);
}

/** Those of some topics that none of the categories is about, each category being given by its phrases. */
export function otherTopics(
  topics: readonly Float32Array[],
  categories: readonly (readonly Float32Array[])[],
  { middle, steepness }: ScoreScale,
): Float32Array[] {
  const same = middle + SAME_TOPIC / steepness;
  return topics.filter((topic) => categories.every((phrases) => nearness([topic], phrases) < same));
}

/**
 * Categories by nearness, each with its probability among those that are left. One more possibility is that none fits: because the
 * document is near to nothing, or because it is nearer to other topics.
 */
export function chooseCategories(
  nearnesses: readonly number[],
  toOthers: readonly number[],
  scale: ScoreScale,
): CategoryChoice[] {
  const oddsOf = (value: number) => Math.exp(((value - noneAt(scale)) * scale.steepness) / STEP);
  const odds = nearnesses.map(oddsOf);
  const ranked = nearnesses.map((_, category) => category).sort((a, b) => nearnesses[b] - nearnesses[a] || a - b);
  let left = 1 + sum(toOthers.map(oddsOf)) / nearnesses.length ** COVERAGE + sum(odds);
  return ranked.map((category) => {
    const probability = odds[category] / left;
    left -= odds[category];
    return { category, probability };
  });
}

function noneAt({ middle, steepness }: ScoreScale): number {
  return middle - NONE_BELOW_MIDDLE / steepness;
}

function nearestPhrases(vector: Vector, phrases: readonly Float32Array[]): number {
  const cosines = phrases.map((phrase) => cosine(vector, phrase)).sort((a, b) => b - a);
  return mean(cosines.slice(0, NEAREST_PHRASES));
}

/** The phrase is of unit length. */
function cosine(vector: Vector, phrase: Float32Array): number {
  let product = 0;
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    product += vector[i] * phrase[i];
    square += vector[i] * vector[i];
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

function mean(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
