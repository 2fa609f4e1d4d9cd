import type { Segment } from '../segment/segment.js';

/** What the scores are of: a query may need more than one kind at a time. */
type Purpose = 'words' | 'meaning' | 'mixture';

const scratch = new WeakMap<Segment, Map<Purpose, Float64Array>>();

/**
 * Room for a score of each document of a segment, gone with it. Every query of a thread uses the same: a thread answers
 * one after the other, and has read the scores of one before it begins with the next. What is in it from before is not
 * cleared, so only what was written since may be read.
 */
export function scratchScores(segment: Segment, purpose: Purpose): Float64Array {
  const purposes = scratch.get(segment) ?? new Map<Purpose, Float64Array>();
  scratch.set(segment, purposes);
  const scores = purposes.get(purpose) ?? new Float64Array(segment.documents);
  purposes.set(purpose, scores);
  return scores;
}

const scratchOfPassages = new WeakMap<Segment, Uint32Array>();

/** The same for the number of a passage of each document. */
export function scratchPassages(segment: Segment): Uint32Array {
  const passages = scratchOfPassages.get(segment) ?? new Uint32Array(segment.documents);
  scratchOfPassages.set(segment, passages);
  return passages;
}
