import type { ScoreScale } from '../../engine.js';
import { MIXTURE } from './ranking.js';

/**
 * Scores of words and of meaning in one: their mean of order three, weighted by the ratio the caller asked for. It lies
 * between the two, and what one side alone finds keeps the cube root of that side's share.
 *
 * Each side is first put on a scale of 0 to 1 on which equal steps are worth about the same. Their own scales say how sure
 * a match is, not how much better one is than another: middling nearness in meaning is common, middling agreement of words
 * is not. All of it is fixed: nothing depends on what else was found. `bench/search-quality.ts` chose the numbers.
 */
export class ScoreMixture {
  /** Half as near as where relevance begins. */
  private readonly farthest: number;

  constructor(
    private readonly semanticShare: number,
    { middle }: ScoreScale,
  ) {
    this.farthest = MIXTURE.leastCosineShare * middle;
  }

  /** From a score of words and the cosine of meanings, either of which may be missing. Runs for every match: roots only. */
  score(words: number | null, cosine: number | null): number {
    const { semanticShare } = this;
    const meaning = cosine === null ? 0 : this.nearness(cosine) ** 3;
    return 100 * Math.cbrt(semanticShare * meaning + (1 - semanticShare) * agreementCubed(words ?? 0));
  }

  /** From 0 at the farthest to 1, the same meaning. */
  private nearness(cosine: number): number {
    return Math.min(1, Math.max(0, (cosine - this.farthest) / (1 - this.farthest)));
  }
}

/** Words agree by the square root of their score. */
function agreementCubed(words: number): number {
  const share = words / 100;
  return share * Math.sqrt(share);
}
