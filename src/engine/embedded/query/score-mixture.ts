import type { ScoreScale } from '../../engine.js';
import { cosineOf, MIXTURE } from './ranking.js';

/**
 * Mixes a lexical score and a cosine into one score: their power mean with exponent 3, weighted by the ratio that the caller
 * asked for. The result lies between the two. A document that only one leg found keeps the cube root of that leg's share.
 *
 * Both legs are first put on a scale of 0 to 1 on which equal steps matter about equally: lexical scores by their square
 * root, cosines linearly. The scores of 0 to 100 would not do, since they say how sure a match is, not how much better it
 * is than another. The scales are fixed: a score never depends on what else was found. The constants were chosen with
 * `bench/search-quality.ts`.
 */
export class ScoreMixture {
  readonly #semanticShare: number;
  /** The cosine that counts as 0. */
  readonly #leastCosine: number;

  constructor(semanticShare: number, scale: ScoreScale) {
    this.#semanticShare = semanticShare;
    this.#leastCosine = cosineOf(MIXTURE.leastSemanticScore, scale);
  }

  /** `words` is a lexical score of 0 to 100; null for either where a leg has not found the document. */
  score(words: number | null, cosine: number | null): number {
    const semanticShare = this.#semanticShare;
    const meaning = cosine === null ? 0 : this.#scaledCosine(cosine) ** 3;
    return 100 * Math.cbrt(semanticShare * meaning + (1 - semanticShare) * scaledScoreCubed(words ?? 0));
  }

  /** Linear from 0 at the least cosine that counts to 1 for equal vectors. */
  #scaledCosine(cosine: number): number {
    return Math.min(1, Math.max(0, (cosine - this.#leastCosine) / (1 - this.#leastCosine)));
  }
}

/** The cube of the square root of a lexical score, without calling `Math.pow`: this runs for every match. */
function scaledScoreCubed(words: number): number {
  const share = words / 100;
  return share * Math.sqrt(share);
}
