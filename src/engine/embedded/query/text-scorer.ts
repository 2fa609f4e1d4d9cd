import type { Typos } from '../../../domain/search/word-query.js';
import type { LiveSegment } from '../index/live-segments.js';
import type { LexicalMemory } from '../lexical/lexical-memory.js';
import { type Bitset, emptyBitset } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import type { VectorScanner } from '../vectors/vector-scanner.js';
import type { Deadline } from './deadline.js';
import type { ScratchScores } from './scratch-scores.js';

/** A segment with the documents whose words count: statistics come from these alone, never from another tenant's. */
export interface ScopedSegment {
  segment: Segment;
  /** The same object for the same documents, and never changed: see `documentsInScope`. */
  scope: Bitset;
}

/** What a text query finds in one segment. */
export interface TextMatches {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float64Array;
  /** The number of the best passage within each document, where vectors were compared. */
  passages: Uint32Array | null;
}

/** To be filled in. */
export function noMatches({ documents }: Segment): TextMatches {
  return { bits: emptyBitset(documents), scores: new Float64Array(documents), passages: null };
}

export interface TextScorer {
  matches(part: number): TextMatches;
  /** Terms that matched a word with a typo, for highlighting. */
  typos(): Typos[];
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
  /** For each of them the documents whose score is asked for: all in scope, or only those that pass the filter. */
  wanted: readonly Bitset[];
  /** All of the index, in the same order: a document that is compared with need not be in scope itself. */
  live: readonly LiveSegment[];
}
