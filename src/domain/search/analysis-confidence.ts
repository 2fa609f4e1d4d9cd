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
