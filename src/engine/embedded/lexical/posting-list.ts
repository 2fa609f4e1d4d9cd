import type { LexicalField, TextField } from './lexical-column.js';
import type { Variant } from './word-variants.js';

/** A text field with what a word in it counts. */
export interface WeighedField extends TextField {
  weight: number;
  /** What an occurrence counts in a text of each length; longer ones count as the last. */
  byLength: Float32Array;
}

/** The mark of the word as it is written, and of what stands for it, as `assembly/bm25.ts` knows them. */
const AS_WRITTEN = 3;
const IN_ANOTHER_FORM = 1;

/** Where a list is at its end: no segment has so many documents. */
export const NO_DOCUMENT = 0x7fffffff;

/** The documents, at least one, that have a term in one field, read from front to back by `window-scores.ts`. */
export class PostingList {
  readonly gaps: Uint16Array;
  readonly frequencies: Uint8Array;
  readonly field: LexicalField;
  /** What an occurrence counts in a text of average length. */
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
    this.last = column.postings[variant.term + 1] - 1;
    this.posting = column.postings[variant.term];
    this.document = this.gaps[this.posting];
  }
}
