import type { ScoreScale } from '../engine.js';

/**
 * Scores of words and of meaning in one. Both are first put on scales of 0 to 1 on which equal steps are worth about the
 * same, since their own scales say how sure a match is, not how much better one is than another: middling nearness in
 * meaning is common, middling agreement of words is not. The mixture is then spread over 0 to 100 so that the levels of
 * confidence fit. All of it is fixed: nothing depends on what else was found. `bench/search-quality.ts` chose the numbers.
 */
const WORDS_CURVE = 1.4;

export class ScoreMixture {
  /** Half as near as where relevance begins. */
  private readonly farthest: number;

  constructor(
    private readonly semanticShare: number,
    { middle }: ScoreScale,
  ) {
    this.farthest = middle / 2;
  }

  /** From a score of words and the cosine of meanings, either of which may be missing. Runs for every match: no powers but one. */
  score(words: number | null, cosine: number | null): number {
    const { semanticShare } = this;
    const byWords = words === null ? 0 : (words / 100) ** WORDS_CURVE;
    const nearness = cosine === null ? 0 : this.nearness(cosine);
    // Nearness curves by the power of 3, and the mixture is spread by that of 1/4.
    const mixture = semanticShare * nearness * nearness * nearness + (1 - semanticShare) * byWords;
    return 100 * Math.sqrt(Math.sqrt(mixture));
  }

  /** From 0 at the farthest to 1, the same meaning. */
  private nearness(cosine: number): number {
    return Math.min(1, Math.max(0, (cosine - this.farthest) / (1 - this.farthest)));
  }
}
