import type { ScoreScale } from '../engine.js';
import { cosineOf } from './semantic/score-scale.js';

/**
 * Scores of words and of meaning in one. Both are first put on scales of 0 to 1 on which equal steps are worth about the
 * same, since their own scales say how sure a match is, not how much better one is than another: middling nearness in
 * meaning is common, middling agreement of words is not. The mixture is then spread over 0 to 100 so that the levels of
 * confidence fit. All of it is fixed: nothing depends on what else was found. `bench/search-quality.ts` chose the numbers.
 */
const WORDS_CURVE = 1.4;
const MEANING_CURVE = 3;
const SPREAD = 0.25;

export function mixScores(
  words: number | null,
  meaning: number | null,
  { semanticShare, scale }: { semanticShare: number; scale: ScoreScale },
): number {
  const byWords = words === null ? 0 : (words / 100) ** WORDS_CURVE;
  const byMeaning = meaning === null ? 0 : nearness(meaning, scale) ** MEANING_CURVE;
  return 100 * (semanticShare * byMeaning + (1 - semanticShare) * byWords) ** SPREAD;
}

/** From 0, half as near as where relevance begins, to 1, the same meaning. */
function nearness(score: number, scale: ScoreScale): number {
  const none = scale.middle / 2;
  return Math.min(1, Math.max(0, (cosineOf(score, scale) - none) / (1 - none)));
}
