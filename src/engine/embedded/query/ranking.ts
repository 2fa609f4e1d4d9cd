import type { ScoreScale } from '../../engine.js';

/**
 * Every constant of ranking in the embedded engine. Decision 9 (docs/decisions/0009-ranking.md) explains the formula that
 * they belong to; `bench/search-quality.ts` and `bench/misspelt-queries.ts` are what most of them were chosen with. Scores
 * run from 0 to 100 and never depend on what else was found.
 */

/** How a text field counts in BM25. */
interface FieldRanking {
  /** Weight of one occurrence, relative to one in the content. */
  weight: number;
  /** BM25's b (0–1): how strongly longer texts are discounted. Less for titles, which vary little in length. */
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

/** Weight of an occurrence of another form of a word, relative to the word itself. */
export const FORM_WEIGHT = 0.8;
/** Weight of an occurrence of a misspelt word, by its edit distance. */
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
 * A factor for documents that have only typos of words that other documents have right. It keeps them below every document
 * that has the commonest known word; `shareOfCommonest` is that word's share of the query's weight. Leaves a margin for
 * rounding.
 */
export function typoOnlyFactor(shareOfCommonest: number): number {
  return Math.min(1, (0.999 * LEAST_OF_FORMS * shareOfCommonest) / TYPO_SHARE);
}

/** Inverse document frequency as in BM25. */
export function idf(documents: number, withWord: number): number {
  return Math.log(1 + (documents - withWord + 0.5) / (withWord + 0.5));
}

/** Edits (0–2) that are forgiven in a word, by its number of letters: a short word with another letter is another word. */
export function allowedTypos(letters: number): 0 | 1 | 2 {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/** Weight of a compound (AB-1234) that is indexed beside its parts, relative to a plain word. */
export const COMPOUND_WEIGHT = 0.5;
/** Weight of a bigram beside the word it is cut from, and of single characters beside the bigram they form. */
export const BIGRAM_WEIGHT = 0.4;

/** A document that has the query's words as a phrase is lifted by a share of the way to 100. */
export const VERBATIM = {
  /** No lift for queries with more words: texts hardly ever have them literally. */
  mostWords: 12,
  /** One literal occurrence anywhere in a long content ranks before the same words scattered, even in the title. */
  liftOfWords: 0.9,
  /** For one word in a script without spaces. Inside a longer word only its bigrams match, which count little. */
  liftOfOneWord: 0.35,
} as const;

/** The score (0–100) of a cosine: a logistic curve. */
export function scoreOf(cosine: number, { middle, steepness }: ScoreScale): number {
  return 100 / (1 + Math.exp(-steepness * (cosine - middle)));
}

/** The inverse: the cosine that has a score; infinite for 0 and 100. */
export function cosineOf(score: number, { middle, steepness }: ScoreScale): number {
  return middle - Math.log(100 / score - 1) / steepness;
}

/** Hybrid scores: the power mean of both legs, weighted by the caller's ratio. */
export const MIXTURE = {
  /** The semantic score (0–100) at which meaning begins to count. `training/calibration/fit-mixture.ts` compares others. */
  leastSemanticScore: 23,
} as const;

/**
 * What each typed word earns a title in auto-suggest. The steps are larger than the sum of both bonuses, so that "New York
 * City guide" comes before "Yorkshire".
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

/** Similar documents score at least this. Of unrelated texts, few do: decision 9 has the figures. */
export const LEAST_SIMILAR_SCORE = 50;

/** Duplicates: a mixture of MinHash similarity, which only copies have, and cosine. */
export const DUPLICATES = {
  wordingShare: 0.75,
  /** Texts on the same topic have semantic scores (0–100) around this one, so its cosine counts as 0. */
  sameTopicScore: 80,
  /** Documents that score less are no duplicates. */
  leastScore: 50,
} as const;
