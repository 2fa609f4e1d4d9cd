import type { LexicalField } from '../../document/analysed-text.js';
import type { TextField } from './lexical-column.js';
import type { Variant } from './word-variants.js';

/** A text field with its weights in the score. */
export interface WeighedField extends TextField {
  weight: number;
  /** BM25's length normalisation, by the length of the text; longer texts use the last entry. */
  byLength: Float32Array;
}

/** Marks of an exact occurrence and of another form of the word; `assembly/bm25.ts` has the same values. */
const AS_WRITTEN = 3;
const IN_ANOTHER_FORM = 1;

/** The current document of a list that is at its end. No segment has this many documents. */
export const NO_DOCUMENT = 0x7fffffff;

/** The documents that have an entry in one field, at least one. `score-window.ts` reads them from front to back. */
export class PostingList {
  readonly gaps: Uint16Array;
  readonly frequencies: Uint8Array;
  readonly field: LexicalField;
  /** Weight of one occurrence in a text of average length. */
  readonly factor: number;
  readonly mark: number;
  /** The last posting. */
  readonly last: number;
  /** The posting that is read next, and its document. */
  posting: number;
  document: number;

  constructor({ field, column, weight }: WeighedField, variant: Variant) {
    this.gaps = column.gaps;
    this.frequencies = column.frequencies;
    this.field = field;
    this.factor = variant.weight * weight;
    this.mark = variant.asWritten ? AS_WRITTEN : IN_ANOTHER_FORM;
    this.last = column.postings[variant.entry + 1] - 1;
    this.posting = column.postings[variant.entry];
    this.document = this.gaps[this.posting];
  }
}
