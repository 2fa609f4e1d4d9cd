import type { Language } from '../document/language.js';

/** A stretch of a query that means one thing, as its author wrote it, without quotation marks and minus sign. */
export interface QueryPart {
  kind: 'words' | 'phrase' | 'excluded word' | 'excluded phrase';
  text: string;
  /** Where it begins in the query, in UTF-16 units. */
  start: number;
}

/** A search by words: what was written, and how forgiving it is. Analysis and weights are the engine's own. */
export interface WordQuery {
  /** Only texts in this language are searched. */
  language: Language;
  parts: readonly QueryPart[];
  typos: 'forgiven' | 'refused';
}

/** A word of a query in the forms that texts are compared with. */
export interface WordForms {
  /** Matches exactly. */
  term: string;
  /** Matches every word with the same stem. */
  stem: string;
  /** A single ideograph that also matches inside longer words. */
  inside?: boolean;
  /** A pair of characters that means nothing without its neighbours of the same word. */
  isPiece?: boolean;
}

/** Terms of the index that match a word of the query with a typo. */
export interface Typos {
  word: string;
  terms: readonly string[];
}

/** What to look for in a document to show why it matched: exact words, words of the same stem, words with a typo. */
export interface MatchedForms {
  words: readonly WordForms[];
  typos: readonly Typos[];
}
