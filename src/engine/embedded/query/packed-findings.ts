import type { SortValue } from '../../../domain/filter/filter.js';
import type { Findings, Hit } from '../../engine.js';

/**
 * Findings as one thread sends them to another. Hits are columns, because lists of texts and numbers are copied several
 * times faster than lists of objects, and every search has such a copy.
 */
export interface PackedFindings extends Omit<Findings, 'hits'> {
  ids: string[];
  scores: Hit['score'][];
  /** Null if no hit has one. */
  passages: Hit['passage'][] | null;
  /** One list per sort key of the plan. */
  sortValues: SortValue[][];
  /** Null if no hit has one. */
  explanations: Hit['explanation'][] | null;
}

export function packFindings({ hits, ...findings }: Findings): PackedFindings {
  const keys = hits.length === 0 ? [] : hits[0].sortValues;
  return {
    ...findings,
    ids: hits.map(({ id }) => id),
    scores: hits.map(({ score }) => score),
    passages: hits.some(({ passage }) => passage !== null) ? hits.map(({ passage }) => passage) : null,
    sortValues: keys.map((_, key) => hits.map(({ sortValues }) => sortValues[key])),
    explanations: hits.some(({ explanation }) => explanation) ? hits.map(({ explanation }) => explanation) : null,
  };
}

export function unpackFindings(packed: PackedFindings): Findings {
  const { ids, scores, passages, sortValues, explanations, ...findings } = packed;
  const hits = ids.map((id, i): Hit => {
    const values = sortValues.map((ofKey) => ofKey[i]);
    const hit = { id, sortValues: values, score: scores[i], passage: passages === null ? null : passages[i] };
    return explanations?.[i] === undefined ? hit : { ...hit, explanation: explanations[i] };
  });
  return { ...findings, hits };
}
