/** What is particular about the words of a language. Every function takes one word, lower-cased, in normal form NFKC. */
export interface LanguageProfile {
  /** The form that is compared exactly. */
  fold(word: string): string;
  /** The common form of what is inflected, given the word before folding. Its result is folded as well. */
  stem?(word: string): string;
  /** How many units at the beginning are an elided article or pronoun: 2 for "l'avion". */
  elision?(word: string): number;
  /** Lower case where the language has rules of its own. */
  lowerCase?(word: string): string;
  bigrams?: boolean;
}
