/** Levels of relevance. */
export const CONFIDENCE_LEVELS = ['very_high', 'high', 'medium', 'low', 'not_available'] as const;
export type ConfidenceLevel = (typeof CONFIDENCE_LEVELS)[number];

/** The minimum score of each level. All searches score from 0 to 100. */
const MIN_SCORES: readonly [ConfidenceLevel, number][] = [
  ['very_high', 80],
  ['high', 65],
  ['medium', 50],
];

/** The score is null for results that have none. */
export function confidenceLevel(score: number | null): ConfidenceLevel {
  if (score === null) return 'not_available';
  return MIN_SCORES.find(([, minimum]) => score >= minimum)?.[0] ?? 'low';
}

/** The rule that gives a score its level, in words. */
export function confidenceRule(score: number | null): string {
  if (score === null) return 'There is no score.';
  // 79.97 is below 80, so it is not shown as 80.0.
  const rounded = Math.round(score * 10) / 10;
  const isOfLevel = confidenceLevel(rounded) === confidenceLevel(score);
  const shown = (isOfLevel ? rounded : Math.floor(score * 10) / 10).toFixed(1);
  const reached = MIN_SCORES.findIndex(([, minimum]) => score >= minimum);
  if (reached < 0) {
    const [level, minimum] = MIN_SCORES[MIN_SCORES.length - 1];
    return `The score ${shown} is below ${minimum}, where ${level} begins.`;
  }
  const [level, minimum] = MIN_SCORES[reached];
  if (reached === 0) return `The score ${shown} is at least ${minimum}, where ${level} begins.`;
  const [higher, next] = MIN_SCORES[reached - 1];
  return `The score ${shown} is at least ${minimum}, where ${level} begins, and below ${next}, where ${higher} begins.`;
}

/** Scored results can be paged up to this one. To get all, list or filter documents, which has no limit. */
export const SCORED_WINDOW = 10_000;

/** Levels of confidence of an analysis. */
export const ANALYSIS_CONFIDENCE_LEVELS = ['very_high', 'high', 'medium', 'low'] as const;
export type AnalysisConfidence = (typeof ANALYSIS_CONFIDENCE_LEVELS)[number];

/** The minimum probability of each level. The models are calibrated: of results at 0.9, about nine in ten are right. */
const MIN_PROBABILITIES: readonly [AnalysisConfidence, number][] = [
  ['very_high', 0.9],
  ['high', 0.75],
  ['medium', 0.55],
];

export function analysisConfidence(probability: number): AnalysisConfidence {
  return MIN_PROBABILITIES.find(([, minimum]) => probability >= minimum)?.[0] ?? 'low';
}

export function isAtLeast(level: AnalysisConfidence, least: AnalysisConfidence): boolean {
  return ANALYSIS_CONFIDENCE_LEVELS.indexOf(level) <= ANALYSIS_CONFIDENCE_LEVELS.indexOf(least);
}

/** In the order of the classifier's outputs. */
export const SENTIMENTS = ['negative', 'neutral', 'positive'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** The probability of each sentiment; they add up to 1. */
export type SentimentShares = Record<Sentiment, number>;
