import type { DataReport } from '../../domain/model/trained-facts.js';

/** Which examples were learnt from, out of how many. */
export interface SampledFrom {
  /** Of each that was, its place among all. */
  places: Uint32Array;
  count: number;
}

/** A report on a sample, in the places of all the examples that were sent. What was left out was not looked at. */
export function reportOnAll(report: DataReport, { places, count }: SampledFrom): DataReport {
  const { conflicts, suspectedLabels } = report;
  return {
    ...report,
    examples: count,
    conflicts: {
      ...conflicts,
      listed: conflicts.listed.map(({ examples, labels }) => ({ examples: examples.map((i) => places[i]), labels })),
    },
    suspectedLabels: {
      ...suspectedLabels,
      listed: suspectedLabels.listed.map((suspect) => ({ ...suspect, example: places[suspect.example] })),
    },
  };
}
