import type { Segment } from '../segment/segment.js';

/** A query may need more than one kind of score at a time. */
type Purpose = 'words' | 'meaning' | 'mixture';

/**
 * Room for a score of each document of a segment, gone with the segment. All queries of a thread use the same: it answers
 * one after the other, and has read the scores of one before it begins with the next. Buffers are not cleared, so only
 * what was written since may be read.
 */
export class ScratchScores {
  readonly #scores = new WeakMap<Segment, Map<Purpose, Float64Array>>();
  readonly #passages = new WeakMap<Segment, Uint32Array>();

  scores(segment: Segment, purpose: Purpose): Float64Array {
    const purposes = this.#scores.get(segment) ?? new Map<Purpose, Float64Array>();
    this.#scores.set(segment, purposes);
    const scores = purposes.get(purpose) ?? new Float64Array(segment.documents);
    purposes.set(purpose, scores);
    return scores;
  }

  /** The same for the number of a passage of each document. */
  passages(segment: Segment): Uint32Array {
    const passages = this.#passages.get(segment) ?? new Uint32Array(segment.documents);
    this.#passages.set(segment, passages);
    return passages;
  }
}
