import type { TextField } from './lexical-column.js';
import type { Variant } from './word-variants.js';

/** A text field with what a word in it counts. */
export interface WeighedField extends TextField {
  weight: number;
  /** What an occurrence counts in a text of each length. */
  byLength: Float32Array;
}

/** The mark of the word as it is written, and of what stands for it. The lowest bit is in both: it says that a document was found. */
export const AS_WRITTEN = 3;
export const IN_ANOTHER_FORM = 1;

/** Where a list is at its end: no segment has so many documents. */
export const NO_DOCUMENT = 0x7fffffff;

/** The documents, at least one, that have a term in one field, read from front to back by the loops of `occurrences.ts`. */
export class PostingList {
  readonly gaps: Uint16Array;
  readonly frequencies: Uint8Array;
  /** The number of words that each document has in the field. */
  readonly lengths: Uint16Array;
  readonly byLength: Float32Array;
  /** What an occurrence counts in a text of average length. */
  readonly factor: number;
  readonly mark: number;
  /** The last posting. */
  readonly last: number;
  /** The posting that is read next, and its document. */
  posting: number;
  document: number;

  constructor({ column, lengths, byLength, weight }: WeighedField, variant: Variant) {
    this.gaps = column.gaps;
    this.frequencies = column.frequencies;
    this.lengths = lengths;
    this.byLength = byLength;
    this.factor = variant.weight * weight;
    this.mark = variant.asWritten ? AS_WRITTEN : IN_ANOTHER_FORM;
    this.last = column.postings[variant.term + 1] - 1;
    this.posting = column.postings[variant.term];
    this.document = this.gaps[this.posting];
  }
}
