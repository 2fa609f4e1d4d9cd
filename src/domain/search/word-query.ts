import type { Language } from '../document/language.js';

/** A part of a query as it was written, without quotation marks and minus sign. */
export interface QueryPart {
  kind: 'words' | 'phrase' | 'excluded word' | 'excluded phrase';
  text: string;
  /** Its offset in the query, in UTF-16 units. */
  start: number;
}

/**
 * The lexical part of a search. The engine analyses and weights the words. A phrase binds while some document that passes
 * scope and filter has it; otherwise it is read as its words.
 */
export interface WordQuery {
  /** Only texts in this language are searched. */
  language: Language;
  parts: readonly QueryPart[];
  typos: 'forgiven' | 'refused';
  /** A document with one of these is as good as one with the words that it stands for. */
  alternatives?: readonly WordAlternative[];
}

/** What is as good as some words of a query, as an administrator wrote it. */
export interface WordAlternative {
  /** Where the words are in the query, in UTF-16 units: not in a quoted or excluded part. */
  start: number;
  end: number;
  /** A text of several words stands for them as a phrase. */
  texts: readonly string[];
  /** The query has the words in another form than they are written in, such as "sofas" for "sofa": then these are other forms, too. */
  inflected?: boolean;
  /** The same words, written together or apart. */
  isSpelling?: boolean;
}

/** The forms of a query word that are compared with texts. */
export interface WordForms {
  /** Matches exactly. */
  term: string;
  /** Matches every word with the same stem. */
  stem: string;
  /** A single ideograph that also matches inside longer words. */
  inside?: boolean;
  /** A character bigram, which only counts together with the others of its word. */
  isPiece?: boolean;
}

/** A quoted phrase as it is compared with texts: exact terms, one after the other. */
export interface PhraseForms {
  terms: readonly string[];
  /** Words in a row, or overlapping pairs of characters in a script without spaces. */
  of: 'words' | 'pairs';
}

/** Terms of the index that match a word of the query with a typo. */
export interface Typos {
  word: string;
  terms: readonly string[];
}

/** What to highlight in a document: exact words, words of the same stem, words with a typo, and whole phrases. */
export interface MatchedForms {
  words: readonly WordForms[];
  phrases: readonly PhraseForms[];
  typos: readonly Typos[];
}
