import type { TextField } from './segment-words.js';
import type { Variant } from './word-variants.js';

/** A text field with what a word in it counts. */
export interface WeighedField extends TextField {
  weight: number;
  /** What an occurrence counts in a text of each length; the last one holds for all longer texts. */
  byLength: Float64Array;
}

/**
 * How often one word occurs in each document, a short text counting more. Only the documents that were touched are
 * visited, and the memory is used again: a query over a million documents allocates none. Whoever reads the counts sets
 * them, and `size`, back to 0.
 */
export class Occurrences {
  readonly counts: Float32Array;
  /** The first `size` of these have a count. */
  readonly touched: Uint32Array;
  size = 0;

  constructor(documents: number) {
    this.counts = new Float32Array(documents);
    this.touched = new Uint32Array(documents);
  }

  /** The innermost loop of a search by words: everything it needs is at hand. */
  add({ column, lengths, byLength, weight }: WeighedField, variant: Variant): void {
    const { postings, gaps, frequencies } = column;
    const { counts, touched } = this;
    const longest = byLength.length - 1;
    const factor = variant.weight * weight;
    const end = postings[variant.term + 1];
    let { size } = this;
    let document = 0;
    for (let posting = postings[variant.term]; posting < end; posting++) {
      document += gaps[posting];
      const frequency = frequencies[posting];
      if (frequency === 0) continue;
      const before = counts[document];
      if (before === 0) touched[size++] = document;
      counts[document] = before + factor * frequency * byLength[Math.min(longest, lengths[document])];
    }
    this.size = size;
  }

  /**
   * The same for documents that something was found in before: of a common word most postings end there. A loop of its
   * own, since one for both took a tenth longer.
   */
  addAmong(found: Float32Array, { column, lengths, byLength, weight }: WeighedField, variant: Variant): void {
    const { postings, gaps, frequencies } = column;
    const { counts, touched } = this;
    const longest = byLength.length - 1;
    const factor = variant.weight * weight;
    const end = postings[variant.term + 1];
    let { size } = this;
    let document = 0;
    for (let posting = postings[variant.term]; posting < end; posting++) {
      document += gaps[posting];
      if (found[document] === 0) continue;
      const frequency = frequencies[posting];
      // A long gap may end at a document that was found but does not have the word.
      if (frequency === 0) continue;
      const before = counts[document];
      if (before === 0) touched[size++] = document;
      counts[document] = before + factor * frequency * byLength[Math.min(longest, lengths[document])];
    }
    this.size = size;
  }
}
