import type { ScoreExplanation } from '../../../domain/search/explanation.js';
import type { Typos } from '../../../domain/search/word-query.js';
import type { Deadline } from '../../deadline.js';
import type { LiveSegment } from '../index/live-segments.js';
import type { LexicalMemory } from '../lexical/lexical-memory.js';
import { type Bitset, emptyBitset } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import type { VectorScanner } from '../vectors/vector-scanner.js';

/** A segment with the documents that the caller may see. Statistics such as IDF come from these documents only. */
export interface ScopedSegment {
  segment: Segment;
  /** Shared by queries with the same scope, so it must not be changed: see `documentsInScope`. */
  scope: Bitset;
}

/** What a text query finds in one segment. */
export interface TextMatches {
  bits: Bitset;
  /** For each document of `bits`, 0 to 100. */
  scores: Float64Array;
  /** Turns a score into the one that hits carry. It keeps the order, so it is needed for the hits of a page only. */
  shown?: (score: number) => number;
  /** The number of the best passage within each document, where vectors were compared. */
  passages: Uint32Array | null;
  /** The documents that count for the total, if not all do. */
  counted?: Bitset;
}

/** No document yet; the caller fills it in. */
export function noMatches({ documents }: Segment): TextMatches {
  return { bits: emptyBitset(documents), scores: new Float64Array(documents), passages: null };
}

/** A hit of a page, by its number in a segment. */
export interface HitToExplain {
  document: number;
  score: number;
}

export interface TextScorer {
  matches(part: number): TextMatches;
  /** How the scores of some matches came about, in ascending order of document. Only after `matches`, if the query asks for it. */
  explain?(part: number, hits: readonly HitToExplain[]): ScoreExplanation[];
  /** Terms that matched a word with a typo, for highlighting. */
  typos(): Typos[];
}

/** A query may need more than one kind of score at a time. */
type Purpose = 'words' | 'meaning' | 'mixture';

/**
 * Buffers with room for a score of each document, cached by segment. The queries of a thread share them, because it runs one
 * query at a time. They are not cleared: read only what the same query has written.
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

  /** A buffer for the number of a passage of each document. */
  passages(segment: Segment): Uint32Array {
    const passages = this.#passages.get(segment) ?? new Uint32Array(segment.documents);
    this.#passages.set(segment, passages);
    return passages;
  }
}

/** What a thread brings to each query. */
export interface QueryTools {
  deadline: Deadline;
  lexical: LexicalMemory;
  scratch: ScratchScores;
  scanner: VectorScanner;
}

export interface TextSearchContext extends QueryTools {
  /** The segments with the documents that may be found. */
  scoped: readonly ScopedSegment[];
  /** For each of them, the documents to score: all in scope, or only those that pass the filter. */
  wanted: readonly Bitset[];
  /** All segments of the index, in the same order: the source of a comparison may be out of scope. */
  live: readonly LiveSegment[];
}
