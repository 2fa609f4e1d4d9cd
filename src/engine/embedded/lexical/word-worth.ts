/** A document matches if the words it has carry this share of the query's weight. Chosen with `bench/search-quality.ts`. */
export const SHARE_TO_MATCH = 0.15;

/** What a word counts for at least, of its weight, where a document has another form of it. */
const LEAST_OF_FORMS = 0.36;
/** What forms count for at most, however many: less than one mention of the word itself in the longest of contents. */
const LEAST_AS_WRITTEN = 0.45;

/**
 * What a word can count for at most where it is mistyped: a document that matches by typos alone never comes before one that
 * matches by words it has.
 */
export const TYPO_SHARE = SHARE_TO_MATCH * LEAST_OF_FORMS;
/**
 * What counts of a document that has nothing but typos of words that others have right, given the share of the query's weight that
 * the commonest of the known words has: less than what having that one word is worth at least. With room for rounding.
 */
export function partOfTypos(shareOfCommonest: number): number {
  return Math.min(1, (0.999 * LEAST_OF_FORMS * shareOfCommonest) / TYPO_SHARE);
}

/** The same as `TYPO_SHARE` where nobody in scope has the word right: then what looks like it is probably meant. */
export const TYPO_SHARE_OF_UNKNOWN = 0.5;
/** What a word counts for with a typo when it is asked which words a document has. */
export const TYPO_COVERAGE = 0.6;

/** From what to what a word counts in a document. */
interface Range {
  least: number;
  most: number;
  /** The smaller, the sooner further occurrences stop mattering. */
  saturation: number;
}

/** The word as it is written before all of its other forms. Chosen with `bench/search-quality.ts` among what keeps that order. */
export const WRITTEN: Range = { least: LEAST_AS_WRITTEN, most: 1, saturation: 4 };
export const FORMS: Range = { least: LEAST_OF_FORMS, most: LEAST_AS_WRITTEN, saturation: 0.5 };
/** Of the share that a typo may count for: all of it. */
export const TYPOS: Pick<Range, 'saturation'> = { saturation: 0.5 };
