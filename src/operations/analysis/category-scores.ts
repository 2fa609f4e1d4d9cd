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

export interface CategoryChoice {
  /** The place of the category in the list. */
  category: number;
  /** How likely it is, if those before it in the list of choices are set aside. */
  probability: number;
}

/** A document's nearness to a category: the mean over its passages. */
export function nearness(passages: readonly Int8Array[], phrases: readonly Float32Array[]): number {
  const ofPassages = passages.map((codes) => nearestPhrases(codes, phrases));
  return mean(ofPassages);
}

/** Categories by nearness, each with its probability among those that are left, none of them being one more possibility. */
export function chooseCategories(nearnesses: readonly number[], scale: ScoreScale): CategoryChoice[] {
  const step = STEP / scale.steepness;
  const odds = nearnesses.map((value) => Math.exp((value - noneAt(scale)) / step));
  const ranked = nearnesses.map((_, category) => category).sort((a, b) => nearnesses[b] - nearnesses[a] || a - b);
  let left = 1 + odds.reduce((sum, value) => sum + value, 0);
  return ranked.map((category) => {
    const probability = odds[category] / left;
    left -= odds[category];
    return { category, probability };
  });
}

function noneAt({ middle, steepness }: ScoreScale): number {
  return middle - NONE_BELOW_MIDDLE / steepness;
}

function nearestPhrases(codes: Int8Array, phrases: readonly Float32Array[]): number {
  const cosines = phrases.map((phrase) => cosine(codes, phrase)).sort((a, b) => b - a);
  return mean(cosines.slice(0, NEAREST_PHRASES));
}

/** The phrase is of unit length; the codes only have a direction. */
function cosine(codes: Int8Array, phrase: Float32Array): number {
  let product = 0;
  let square = 0;
  for (let i = 0; i < codes.length; i++) {
    product += codes[i] * phrase[i];
    square += codes[i] * codes[i];
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
