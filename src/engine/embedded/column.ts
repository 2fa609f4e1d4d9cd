import type { Dictionary } from './dictionary.js';

/**
 * A column holds the values of one field in one segment as *entries*: pairs of a document number and a value, in
 * ascending order of document. A document with three values has three entries, one without the field has none, so
 * sparse and multi-valued fields need no special case and cost only what they hold.
 *
 * `docs` is null where every document has exactly one entry: entry `i` then belongs to document `i`. That is the usual
 * case, and the loops over it are the fastest ones.
 */
export interface EntryColumn {
  docs: Uint32Array | null;
  /** Number of entries. */
  count: number;
}

/** Strings by ordinal. A document has each ordinal at most once. */
export interface KeywordColumn extends EntryColumn {
  ordinals: Uint32Array;
  dictionary: Dictionary;
}

/** Numbers as they are, dates in milliseconds since 1970, booleans as 0 and 1. */
export interface NumberColumn extends EntryColumn {
  values: Float64Array;
}

/** The words of a text field: word `w` occurs in documents `docs[offsets[w]] … docs[offsets[w + 1] - 1]`, ascending. */
export interface TextColumn {
  dictionary: Dictionary;
  offsets: Uint32Array;
  docs: Uint32Array;
}

export type NumberColumnType = 'number' | 'date' | 'boolean';

/** `array` marks the documents in which a metadata field was sent as an array. */
export type ColumnType = 'keyword' | NumberColumnType | 'array' | 'text';
