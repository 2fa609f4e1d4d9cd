/** How relevant a result is, in words. */
export const CONFIDENCE_LEVELS = ['very_high', 'high', 'medium', 'low', 'not_available'] as const;
export type ConfidenceLevel = (typeof CONFIDENCE_LEVELS)[number];

/** The least score of each level, on the scale of 0 to 100 that every kind of search has. */
const LEAST_SCORES: readonly [ConfidenceLevel, number][] = [
  ['very_high', 80],
  ['high', 65],
  ['medium', 50],
];

/** Null where nothing was scored. */
export function confidenceLevel(score: number | null): ConfidenceLevel {
  if (score === null) return 'not_available';
  return LEAST_SCORES.find(([, least]) => score >= least)?.[0] ?? 'low';
}

/** Results beyond this are not paged to: whoever needs them all lists and filters instead, which has no end. */
export const SCORED_WINDOW = 10_000;

/** How sure an analysis is of what it says, in words. */
export const ANALYSIS_CONFIDENCE_LEVELS = ['very_high', 'high', 'medium', 'low'] as const;
export type AnalysisConfidence = (typeof ANALYSIS_CONFIDENCE_LEVELS)[number];

/** The least probability of each level. The models are calibrated, so that of what is said at 0.9, about nine in ten are right. */
const LEAST_PROBABILITIES: readonly [AnalysisConfidence, number][] = [
  ['very_high', 0.9],
  ['high', 0.75],
  ['medium', 0.55],
];

export function analysisConfidence(probability: number): AnalysisConfidence {
  return LEAST_PROBABILITIES.find(([, least]) => probability >= least)?.[0] ?? 'low';
}

export function isAtLeast(level: AnalysisConfidence, least: AnalysisConfidence): boolean {
  return ANALYSIS_CONFIDENCE_LEVELS.indexOf(level) <= ANALYSIS_CONFIDENCE_LEVELS.indexOf(least);
}
