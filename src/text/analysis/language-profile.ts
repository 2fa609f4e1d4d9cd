import type { Beginnings } from './form-filter.js';

/** What is particular about the words of a language. Every function takes one word, lower-cased, in normal form NFKC. */
export interface LanguageProfile {
  /** The form that is compared exactly. */
  fold(word: string): string;
  /**
   * Letters with marks that tell words apart, and that people don't leave out who write the language: folding keeps them. Stems are
   * without the marks, and a word that someone types without them is found as another form.
   */
  letters?: string;
  /** What inflected forms have in common, given the word before folding. The result is folded as well. */
  stem?(word: string): string;
  /** How many units at the beginning are an elided article or pronoun: 2 for "l'avion". */
  elision?(word: string): number;
  /** Lower case where the language has rules of its own. */
  lowerCase?(word: string): string;
  /** The word without its apostrophes, done before folding and stemming. By default they and a possessive s go. */
  stripApostrophes?(word: string): string;
  /** Where forms tell how words begin that are written in the letters a to z. */
  beginnings?: Beginnings;
  /** Whether pairs of characters are indexed beside the words. */
  bigrams?: boolean;
}
