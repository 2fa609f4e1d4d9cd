import { Dictionary } from '../dictionary.js';
import type { ColumnEntry } from '../segment-format.js';
import type { TypoIndex } from './typo-index.js';

/**
 * The words of one text field in one language. Term `t` occurs in the documents `docs[postings[t]] …
 * docs[postings[t + 1] - 1]`, ascending, as often as `frequencies` says at the same place; its positions in them follow
 * one another from `positions[positionStarts[t]]` on, as many for each document as its frequency.
 *
 * Words of one stem are found together: stem `s` belongs to the terms `stemTerms[stemStarts[s]] …`.
 */
export interface LexicalColumn {
  terms: Dictionary;
  postings: Uint32Array;
  docs: Uint32Array;
  frequencies: Uint16Array;
  positionStarts: Uint32Array;
  positions: Uint16Array;
  stems: Dictionary;
  stemStarts: Uint32Array;
  stemTerms: Uint32Array;
  typos: TypoIndex;
}

export const LEXICAL_FIELDS = ['title', 'content'] as const;
export type LexicalField = (typeof LEXICAL_FIELDS)[number];

/** A lexical column is named by its field and language, such as `content/de`. */
export function lexicalName(field: LexicalField, language: string): string {
  return `${field}/${language}`;
}

/** The arrays of a lexical column in the order in which a segment keeps them. */
export function lexicalArrays(column: LexicalColumn): ColumnEntry['arrays'] {
  const { terms, postings, docs, frequencies, positionStarts, positions, stems, stemStarts, stemTerms, typos } = column;
  return [
    ...[terms.offsets, terms.bytes, postings, docs, frequencies, positionStarts, positions],
    ...[stems.offsets, stems.bytes, stemStarts, stemTerms, typos.starts, typos.terms],
  ];
}

export function lexicalColumn({ arrays }: ColumnEntry): LexicalColumn {
  const words = (i: number) => arrays[i] as Uint32Array;
  const dictionary = (i: number) => new Dictionary(arrays[i + 1] as Uint8Array, words(i));
  return {
    terms: dictionary(0),
    postings: words(2),
    docs: words(3),
    frequencies: arrays[4] as Uint16Array,
    positionStarts: words(5),
    positions: arrays[6] as Uint16Array,
    stems: dictionary(7),
    stemStarts: words(9),
    stemTerms: words(10),
    typos: { starts: words(11), terms: words(12) },
  };
}
