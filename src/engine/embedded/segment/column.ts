import { addBit, type Bitset, emptyBitset } from './bitset.js';
import type { Dictionary } from './dictionary.js';

/**
 * A column holds the values of one field in one segment as *entries*: pairs of a document number and a value, in
 * ascending order of document. A document with three values has three entries, one without the field has none, so
 * sparse and multi-valued fields need no special case and no extra memory.
 *
 * `docs` is null in a dense column, in which every document has exactly one entry: entry `i` belongs to document `i`. That
 * is the usual case, and loops over it are the fastest.
 */
export interface EntryColumn {
  docs: Uint32Array | null;
  /** Null where `docs` is. */
  entries: EntryIndex | null;
  /** Number of entries. */
  count: number;
}

/** Whether every document has exactly one entry. */
export function isDense(docs: Uint32Array, documents: number): boolean {
  if (docs.length !== documents) return false;
  for (let i = 0; i < docs.length; i++) if (docs[i] !== i) return false;
  return true;
}

/** A column has few entries if there are so many times as many documents. */
const FEW = 8;

/** Look-up structures of a column's entries, made on first use and kept: segments never change. */
export class EntryIndex {
  readonly #docs: Uint32Array;
  readonly #documents: number;
  #starts: Uint32Array | null = null;
  #present: Bitset | null = null;

  constructor(docs: Uint32Array, documents: number) {
    this.#docs = docs;
    this.#documents = documents;
  }

  /**
   * Whether it is faster to go through the entries than to look them up by document. Look-up structures take memory for every
   * document, which columns of few entries, of which there may be millions, must not.
   */
  get areFew(): boolean {
    return this.#docs.length * FEW < this.#documents;
  }

  /** The entries of document `d` are `starts[d] … starts[d + 1] - 1`. */
  entryStarts(): Uint32Array {
    if (this.#starts !== null) return this.#starts;
    const docs = this.#docs;
    const starts = new Uint32Array(this.#documents + 1);
    for (let entry = 0; entry < docs.length; entry++) starts[docs[entry] + 1]++;
    for (let document = 0; document < this.#documents; document++) starts[document + 1] += starts[document];
    this.#starts = starts;
    return starts;
  }

  /** The documents that have a value. */
  documentsWithValue(): Bitset {
    if (this.#present !== null) return this.#present;
    const docs = this.#docs;
    const present = emptyBitset(this.#documents);
    for (let entry = 0; entry < docs.length; entry++) addBit(present, docs[entry]);
    this.#present = present;
    return present;
  }
}

/** Strings by ordinal. A document has each ordinal at most once. */
export interface KeywordColumn extends EntryColumn {
  ordinals: Uint32Array;
  dictionary: Dictionary;
}

/** Dates are in milliseconds since 1970, booleans are 0 and 1. */
export interface NumberColumn extends EntryColumn {
  values: Float64Array;
}

/** Of each document with several passages: the position of the first word of every passage but the first, ascending. */
export interface DivisionColumn extends EntryColumn {
  firstWords: Uint16Array;
}

export type NumberColumnType = 'number' | 'date' | 'boolean';

/**
 * `array` marks the documents in which a metadata field was sent as an array; `length` has the word counts of a text
 * field, `vocabulary` the distinct words of a language, and `lexical` their postings; `passage` has the document of each row
 * of the vectors, `division` where in the content passages begin, `sketch` the MinHash signatures that duplicates are found by.
 */
export type ColumnType =
  | 'keyword'
  | NumberColumnType
  | 'array'
  | 'length'
  | 'vocabulary'
  | 'lexical'
  | 'passage'
  | 'division'
  | 'sketch';
