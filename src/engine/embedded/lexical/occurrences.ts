import type { LexicalField } from './lexical-column.js';
import type { TextField } from './segment-words.js';
import type { Variant } from './word-variants.js';

const FIELD_WEIGHT: Record<LexicalField, number> = { title: 3, content: 1 };

/** What an occurrence counts in a text of each length, by field. */
export type LengthFactors = Record<LexicalField, Float64Array>;

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
  add({ field, column, lengths }: TextField, { term, weight }: Variant, factors: LengthFactors): void {
    const { postings, gaps, frequencies } = column;
    const { counts, touched } = this;
    const byLength = factors[field];
    const longest = byLength.length - 1;
    const factor = weight * FIELD_WEIGHT[field];
    const end = postings[term + 1];
    let { size } = this;
    let document = 0;
    for (let posting = postings[term]; posting < end; posting++) {
      document += gaps[posting];
      const frequency = frequencies[posting];
      if (frequency === 0) continue;
      const before = counts[document];
      if (before === 0) touched[size++] = document;
      counts[document] = before + factor * frequency * byLength[Math.min(longest, lengths[document])];
    }
    this.size = size;
  }

  /** The same for documents that something was found in before: of a common word most postings end there. */
  addAmong(
    found: Float32Array,
    { field, column, lengths }: TextField,
    { term, weight }: Variant,
    factors: LengthFactors,
  ) {
    const { postings, gaps, frequencies } = column;
    const { counts, touched } = this;
    const byLength = factors[field];
    const longest = byLength.length - 1;
    const factor = weight * FIELD_WEIGHT[field];
    const end = postings[term + 1];
    let { size } = this;
    let document = 0;
    for (let posting = postings[term]; posting < end; posting++) {
      document += gaps[posting];
      if (found[document] === 0) continue;
      const before = counts[document];
      const more = factor * frequencies[posting] * byLength[Math.min(longest, lengths[document])];
      // A long gap ends at a document that does not have the word.
      if (before === 0 && more > 0) touched[size++] = document;
      counts[document] = before + more;
    }
    this.size = size;
  }
}
