import type { ScoreScale } from '../engine.js';

/**
 * Every constant of ranking, in all engines. Decision 9 (docs/decisions/0009-ranking.md) explains the formula that
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

/** A passage has about so many words. Where passages are compared, longer contents count as passages of this length. */
export const PASSAGE_WORDS = 140;

/** Texts count as at most this many times the average length, so that a word always counts for something. */
export const LONGEST_COUNTED = 4;

/** Share of the query's weight (0–1) that a document's words must carry for it to match. */
export const SHARE_TO_MATCH = 0.15;
/** Only the weight of the heaviest words counts here: a text that is asked as a query would match hardly anything. */
export const WORDS_TO_MATCH = 6;

/** Weight of a word that a query has so many times, relative to one that it has once. Measured: 1 and the count do worse. */
export function repetitionWeight(times: number): number {
  return Math.sqrt(times);
}

/** The range in which a word's occurrences in a document saturate, as shares (0–1) of the word's weight. */
export interface Saturation {
  least: number;
  most: number;
  /** BM25's k1: the smaller, the sooner further occurrences stop mattering. */
  k1: number;
}

const LEAST_OF_FORMS = 0.36;
const LEAST_EXACT = 0.45;

/** How words saturate, as they are written and in their other forms. */
export interface WordSaturation {
  exact: Saturation;
  forms: Saturation;
}

/**
 * In queries of a few words the ranges meet but do not overlap: one exact occurrence beats any number of other forms, and a
 * document that has all words comes before one that has some of them often.
 */
export const FEW_WORDS: WordSaturation = {
  exact: { least: LEAST_EXACT, most: 1, k1: 4 },
  forms: { least: LEAST_OF_FORMS, most: LEAST_EXACT, k1: 0.5 },
};
/** In a query that is a text itself no single word matters: plain BM25, in which long documents don't win by having more words. */
const WHOLE_TEXT: WordSaturation = {
  exact: { least: 0, most: 1, k1: 1.2 },
  forms: { least: 0, most: 1, k1: 1.2 },
};
/** Up to the first number of words a query is a few words, from the second on it is a text. */
const QUERY_LENGTHS = { fewWords: 4, text: 16 } as const;

/** Between few words and a text the constants lie between theirs. */
export function saturationFor(words: number): WordSaturation {
  const { fewWords, text } = QUERY_LENGTHS;
  const progress = Math.min(1, Math.max(0, (words - fewWords) / (text - fewWords)));
  const between = (one: number, other: number) => one + (other - one) * progress;
  const mixed = (of: keyof WordSaturation): Saturation => ({
    least: between(FEW_WORDS[of].least, WHOLE_TEXT[of].least),
    most: between(FEW_WORDS[of].most, WHOLE_TEXT[of].most),
    k1: between(FEW_WORDS[of].k1, WHOLE_TEXT[of].k1),
  });
  return { exact: mixed('exact'), forms: mixed('forms') };
}

/** Queries of more words have a stretch towards 1, by this measure; longer ones than the second have not been measured, and have its stretch. */
const LONG_QUERY = { words: 8, mostWords: 128 } as const;
/**
 * Of two words, one is a coincidence more often than a match: a document that has half of a short query has little. The stretch away
 * from 1 ends where half of the words mostly is a match. Chosen with `bench/coincidental-words.ts`.
 */
const SHORT_QUERY = { words: 2, stretch: -0.9, endsAt: 5 } as const;

/**
 * The more words a query has, the smaller the share of them that even the best document has. So that scores mean the same for
 * every query, agreement is stretched towards 1 for long queries and away from it for short ones; 0 and 1 stay.
 */
export function stretchFor(words: number): number {
  if (words >= LONG_QUERY.words) return (Math.min(words, LONG_QUERY.mostWords) - LONG_QUERY.words) / LONG_QUERY.words;
  const missing = (SHORT_QUERY.endsAt - words) / (SHORT_QUERY.endsAt - SHORT_QUERY.words);
  return Math.min(1, Math.max(0, missing)) * SHORT_QUERY.stretch;
}

/** Agreement (0–100) after the stretch. Rises with agreement, whatever the stretch. */
export function stretched(agreement: number, stretch: number): number {
  // This runs for every match, so that a square root less is worth a line.
  if (stretch === 0) return agreement;
  const part = agreement / 100;
  if (stretch < 0) return agreement * (1 + stretch - stretch * part);
  return agreement * Math.sqrt((1 + stretch) / (1 + stretch * part * part));
}

/** Share of a word's weight that its other forms earn at least: once, in the longest text. */
function leastEarned({ least, most, k1 }: Saturation): number {
  const { b } = FIELDS.content;
  const count = FORM_WEIGHT / (1 - b + b * LONGEST_COUNTED);
  return least + ((most - least) * count) / (count + k1);
}

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
export function typoOnlyFactor(shareOfCommonest: number, { forms }: WordSaturation): number {
  return Math.min(1, (0.999 * leastEarned(forms) * shareOfCommonest) / TYPO_SHARE);
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
/** Weight of a letter or short number in a compound of nothing else (C++, 10.0.0.5), which then weighs as much as a word; and of a single hiragana. */
export const CRUMB_WEIGHT = 0.1;
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

/** The inverse: the cosine that has a score; infinite for 0 and 100. JSON has a -0, which is 0 but divides to minus infinity. */
export function cosineOf(score: number, { middle, steepness }: ScoreScale): number {
  return middle - Math.log(100 / Math.abs(score) - 1) / steepness;
}

/**
 * Words and meaning are compared, and mixed, as strengths: a scale on which both have a score of 0 to 100 by the same logistic
 * curve. So confidence means the same however a document was found, and a mixture lies between what is mixed. A cosine's
 * strength is linear in it. Chosen with `training/calibration/fit-mixture.ts`.
 */
export const STRENGTH = {
  /** The score (0–100) of strength 0: texts on other subjects. */
  leastScore: 7,
  /** From strength 0 to 1, in logits. With the bundled encoders, equal vectors have strength 1. */
  span: 6.69,
  /** The strength of words is their agreement (0–1) to this power. */
  agreementExponent: 0.625,
  /** Of the power mean that mixes: a strong match of one kind is not lost in a weak one of the other. */
  order: 4,
  /** Weight of words in the mean, relative to meaning, where both have a share of one half: of equally strong matches, theirs are right more often. */
  wordsWeight: 1.2,
} as const;

/** The weights (0–1) of words and meaning in a mixture, by the share of meaning (0–1) that the caller asks for. They add up to 1. */
export function mixingWeights(semanticShare: number): { words: number; meaning: number } {
  const words = (1 - semanticShare) * STRENGTH.wordsWeight;
  return { words: words / (words + semanticShare), meaning: semanticShare / (words + semanticShare) };
}

const LEAST_LOGIT = Math.log(STRENGTH.leastScore / (100 - STRENGTH.leastScore));

/** The logistic curve from strengths to scores, for scripts that score elsewhere. */
export const SCORE_CURVE = { leastLogit: LEAST_LOGIT, span: STRENGTH.span } as const;

/** The strength of a cosine: not below 0. */
export function strengthOfCosine(cosine: number, { middle, steepness }: ScoreScale): number {
  return Math.max(0, (steepness * (cosine - middle) - LEAST_LOGIT) / STRENGTH.span);
}

/** Scores that are not told from 100 count as this much below it. */
const LEAST_BELOW_100 = 1e-9;

/** The inverse of `scoreOfStrength`, but not below 0. */
export function strengthOfScore(score: number): number {
  const below = Math.max(LEAST_BELOW_100, 100 - score);
  return Math.max(0, (Math.log(score / below) - LEAST_LOGIT) / STRENGTH.span);
}

/** The score (0–100) of a strength. */
export function scoreOfStrength(strength: number): number {
  return 100 / (1 + Math.exp(-LEAST_LOGIT - STRENGTH.span * strength));
}

/**
 * What each typed word earns a title in auto-suggest. The steps are larger than the sum of both bonuses, so that "New York
 * City guide" comes before "Yorkshire".
 */
export const SUGGEST = {
  wholeWord: 1,
  prefix: 0.55,
  typo: 0.1,
  /** Taken away from words that only stand for the typed one: a title that begins with what was typed comes first. */
  alternative: 0.25,
  /** Added where the title begins with the first typed word. */
  opensTitle: 0.2,
  /** Added in full where the title has no more words than were typed. */
  short: 0.2,
} as const;

/** A passage is found by its words alone if they score at least this. A few words do if all are there, in any form; less is mostly chance. */
export const LEAST_SCORE_OF_WORDS = 77;

/** Similar documents score at least this. Of unrelated texts, few do: decision 9 has the figures. */
export const LEAST_SIMILAR_SCORE = 50;

/** Duplicates score by their wording: see `copy-score.ts`. `bench/duplicates.ts` measures them. */
export const DUPLICATES = {
  /** The share of words that were kept (0–1) counts to this power. */
  exponent: 1.5,
  /** The share of a text that is missing (0–1) costs this power of it: a fifth of a text is a likely copy, a seventh is none. */
  missingExponent: 4,
  /** A text of as many words that is not word for word the same scores half of what it would: it may be a coincidence. */
  doubtfulWords: 5,
  /** Up to the first number of words a text is one statement, in which every word matters; from the second on it is a text. */
  statement: 80,
  text: 160,
  /** The most that a statement with another word in it scores: `medium`. */
  mostForStatement: 64,
  /** Documents that score less are no duplicates. */
  leastScore: 50,
} as const;
