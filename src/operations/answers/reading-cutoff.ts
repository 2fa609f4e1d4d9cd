/** The highest cutoff that a request may name. */
const STRICTEST = 90;

/**
 * The semantic score above which a document is read for an extractive answer. A question in other words than the text's scores low,
 * and a search can't know better; the reader can. So it looks below the cutoff, twice as far from the strictest one,
 * which is kept to exactly: 50 becomes 10.
 */
export function readingCutoff(cutoff: number): number {
  return Math.max(0, 2 * cutoff - STRICTEST);
}
