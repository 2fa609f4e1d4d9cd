/**
 * Every constant of ranking in the embedded engine. Decision 9 (docs/decisions/0009-ranking.md) explains the formula that
 * they belong to; `bench/search-quality.ts` and `bench/misspelt-queries.ts` are what most of them were chosen with. Scores
 * run from 0 to 100 and never depend on what else was found.
 */

/** A field of BM25. */
interface FieldRanking {
  /** What one occurrence counts, next to one in the content. */
  weight: number;
  /** BM25's b (0–1): how much longer texts count less. Titles vary little in length, so it matters less there. */
  b: number;
}

export const FIELDS: Record<'title' | 'content', FieldRanking> = {
  title: { weight: 3, b: 0.5 },
  content: { weight: 1, b: 0.75 },
};

/** Texts count as at most this many times the average length, so that a word always counts for something. */
export const LONGEST_COUNTED = 4;

/** Share of the query's weight (0–1) that a document's words must carry for it to match. */
export const SHARE_TO_MATCH = 0.15;

/** The range in which a word's occurrences in a document saturate, as shares (0–1) of the word's weight. */
interface Saturation {
  least: number;
  most: number;
  /** BM25's k1: the smaller, the sooner further occurrences stop mattering. */
  k1: number;
}

const LEAST_OF_FORMS = 0.36;
const LEAST_EXACT = 0.45;

/** The ranges meet but do not overlap: one exact occurrence beats any number of other forms. */
export const EXACT: Saturation = { least: LEAST_EXACT, most: 1, k1: 4 };
export const FORMS: Saturation = { least: LEAST_OF_FORMS, most: LEAST_EXACT, k1: 0.5 };
/** Within the share that a typo may count for. */
export const TYPOS: Pick<Saturation, 'k1'> = { k1: 0.5 };

/** What an occurrence of another form of a word adds, next to the word itself. */
export const FORM_WEIGHT = 0.8;
/** What an occurrence of a misspelt word adds, by its edit distance. */
export const TYPO_WEIGHTS = [0, 1, 0.7] as const;

/**
 * Share of a word's weight that its typos can earn where some document has the word right: so little that typos alone never
 * outrank a document that matches by its words.
 */
export const TYPO_SHARE = SHARE_TO_MATCH * LEAST_OF_FORMS;
/** The same where no document in scope has the word right: then its look-alike is probably meant. */
export const TYPO_SHARE_OF_UNKNOWN = 0.5;
/** Share of a word's weight that a typo contributes to `SHARE_TO_MATCH`. */
export const TYPO_COVERAGE = 0.6;
/** A word that this many documents in scope have right is taken as spelt right: its typos are not looked for. */
export const COMMON_DOCUMENTS = 1000;

/**
 * Scales down a document that has nothing but typos of words that others have right, to below the least that having the
 * commonest known word is worth. `shareOfCommonest` is that word's share of the query's weight. Leaves room for rounding.
 */
export function typoOnlyFactor(shareOfCommonest: number): number {
  return Math.min(1, (0.999 * LEAST_OF_FORMS * shareOfCommonest) / TYPO_SHARE);
}

/** Inverse document frequency as in BM25. */
export function idf(documents: number, withWord: number): number {
  return Math.log(1 + (documents - withWord + 0.5) / (withWord + 0.5));
}

/** Edits (0–2) that are forgiven in a word of so many letters: in short words one letter makes another word. */
export function allowedTypos(letters: number): 0 | 1 | 2 {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/** Weight of a compound (AB-1234) beside its parts, next to a word that stands for itself. */
export const COMPOUND_WEIGHT = 0.5;
/** Weight of two characters beside the word they are cut from, and of single characters beside the pair they form. */
export const BIGRAM_WEIGHT = 0.4;

/** The query's words in a row lift a document's score by this share of the way to 100. */
export const VERBATIM = {
  /** Longer queries are found by all of their words, if at all. */
  mostWords: 12,
  /** Puts one literal occurrence, anywhere in a long content, before the same words scattered, even in the title. */
  liftOfWords: 0.9,
  /** One word in a script without spaces: found inside a longer word, in pairs that count little by themselves. */
  liftOfOneWord: 0.35,
} as const;

/** Hybrid scores: the power mean of both legs, weighted by the caller's ratio. */
export const MIXTURE = {
  /** The cosine at which meaning begins to count, as a share of the cosine that scores 50. */
  leastCosineShare: 0.5,
} as const;

/**
 * What a title earns in auto-suggest for each typed word. The steps are larger than all that starting with the first word
 * and being short can add: "New York City guide" before "Yorkshire".
 */
export const SUGGEST = {
  wholeWord: 1,
  prefix: 0.55,
  typo: 0.1,
  /** Added where the title begins with the first typed word. */
  opensTitle: 0.2,
  /** Added in full where the title has no more words than were typed. */
  short: 0.2,
} as const;

/** Duplicates: MinHash similarity decides most, since only a copy shares its wording; cosine decides the rest. */
export const DUPLICATES = {
  wordingShare: 0.75,
  /** Cosines of unrelated texts go up to here: it counts as 0. */
  unrelatedCosine: 0.5,
  /** Lower scores are no duplicates. */
  leastScore: 50,
} as const;
