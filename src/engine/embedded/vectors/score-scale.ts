import type { ScoreScale } from '../../engine.js';

/** The score of a cosine, 0 to 100. */
export function scoreOf(cosine: number, { middle, steepness }: ScoreScale): number {
  return 100 / (1 + Math.exp(-steepness * (cosine - middle)));
}

/** The cosine that has a score; infinite at 0 and 100. */
export function cosineOf(score: number, { middle, steepness }: ScoreScale): number {
  return middle - Math.log(100 / score - 1) / steepness;
}
