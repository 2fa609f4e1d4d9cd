import type { TextRange } from '../text-range.js';

/**
 * `word`: the words of the text; only these count for its length and take up positions.
 * `compound`: several words written as one, beside its parts: `ab-1234/x`, `jane@example.com`, `email` for "e-mail".
 * `bigram`: two neighbouring characters of Chinese or Japanese, a safety net for words that no dictionary has.
 */
export type TokenKind = 'word' | 'compound' | 'bigram';

/** One word of a text. `text.slice(start, end)` is the word as it was written. */
export interface Token extends TextRange {
  /**
   * The form that is compared when a word must match exactly: case, spelling variants and accents are levelled, but for letters with
   * marks that make another word in the language.
   */
  term: string;
  /** The term without those marks, by which someone finds it who can't type them. Equal to `term` in most languages. */
  bare: string;
  /** What inflected forms of a word have in common. Equal to `term` where the language is not stemmed. */
  stem: string;
  /** Counts the words from 0. Compounds and bigrams have the position of the first word they overlap. */
  position: number;
  kind: TokenKind;
}
