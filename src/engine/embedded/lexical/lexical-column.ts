import type { LexicalField } from '../../document/analysed-text.js';
import type { Bitset } from '../segment/bitset.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import type { Vocabulary } from './vocabulary.js';

/**
 * The postings of a vocabulary in one text field. Entry `e` has the postings `postings[e] … postings[e + 1] - 1`, one for
 * each document that has it, in ascending order. `gaps` has the difference to the previous document number (the first
 * counts from document 0), `frequencies` the number of occurrences. A gap that does not fit takes several postings, all
 * but the last with `LONG_GAP` and a frequency of 0.
 *
 * The positions of entry `e` begin at byte `positionStarts[e]`, posting by posting; `postings.ts` encodes
 * them. They can only be read from front to back.
 */
export interface LexicalColumn {
  vocabulary: Vocabulary;
  postings: Uint32Array;
  gaps: Uint16Array;
  frequencies: Uint8Array;
  positionStarts: Uint32Array;
  positions: Uint8Array;
}

/** A text field of one language, with the word count of each document. */
export interface TextField {
  field: LexicalField;
  column: LexicalColumn;
  lengths: Uint16Array;
}

export const LONG_GAP = 0xffff;
/** Frequency saturates at 255, which scores don't notice; the exact count is stored with the positions. */
export const MANY = 0xff;

/** A lexical column is named by its field and language, such as `content/de`. */
export function lexicalName(field: LexicalField, language: string): string {
  return `${field}/${language}`;
}

export function lexicalEntry(name: string, column: Omit<LexicalColumn, 'vocabulary'>): ColumnEntry {
  const { postings, gaps, frequencies, positionStarts, positions } = column;
  return { type: 'lexical', field: name, docs: null, arrays: [postings, gaps, frequencies, positionStarts, positions] };
}

export function lexicalColumn({ arrays }: ColumnEntry, vocabulary: Vocabulary): LexicalColumn {
  const [postings, gaps, frequencies, positionStarts, positions] = arrays;
  return {
    vocabulary,
    postings: postings as Uint32Array,
    gaps: gaps as Uint16Array,
    frequencies: frequencies as Uint8Array,
    positionStarts: positionStarts as Uint32Array,
    positions: positions as Uint8Array,
  };
}

/** Adds the documents that have an entry to a set. */
export function addDocuments({ postings, gaps, frequencies }: LexicalColumn, entry: number, bits: Bitset): void {
  const end = postings[entry + 1];
  let document = 0;
  for (let posting = postings[entry]; posting < end; posting++) {
    document += gaps[posting];
    if (frequencies[posting] > 0) bits[document >>> 5] |= 1 << (document & 31);
  }
}
