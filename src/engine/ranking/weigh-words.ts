import type { LexicalQuery, QueryWord } from '../query/analyse-query.js';
import {
  COMMON_DOCUMENTS,
  idf,
  SHARE_TO_MATCH,
  saturationFor,
  stretchFor,
  TYPO_SHARE,
  TYPO_SHARE_OF_UNKNOWN,
  typoOnlyFactor,
  WORDS_TO_MATCH,
  type WordSaturation,
} from './ranking.js';

/** What a word of a query weighs. */
export interface WordWeight {
  term: string;
  /** The word's own weight times its idf. */
  weight: number;
  /** Whether documents in scope have the word (`known`), only words that look like it (`typos`), or neither. */
  found: 'known' | 'typos' | 'nowhere';
  /** Share of its weight that typos can earn; 0 where typos are not looked for. */
  typoShare: number;
}

/** How many documents there are in scope, and how many of them have a word. */
export interface WordFrequency {
  documents: number;
  /** In any form. */
  known: number;
  /** With a typo; asked for only if none has it right. */
  typos: () => number;
}

/** The weights of a query. IDF is computed over the caller's tenants and language only. */
export interface QueryWeights<Word extends WordWeight> {
  /** In descending order of weight. */
  words: readonly Word[];
  /** Total weight of all words: no document can score more. */
  best: number;
  /** Total weight that the words of a document must reach for it to match. */
  needed: number;
  /** Scales documents that have nothing but typos of words that others have right. */
  typoOnlyFactor: number;
  saturation: WordSaturation;
  /** See `stretched`. */
  stretch: number;
}

export function weighWord(word: QueryWord, { documents, known, typos }: WordFrequency): WordWeight {
  const mistyped = known > 0 ? 0 : typos();
  return {
    term: word.term,
    weight: word.weight * idf(documents, known || mistyped),
    found: known > 0 ? 'known' : mistyped > 0 ? 'typos' : 'nowhere',
    typoShare: known === 0 ? TYPO_SHARE_OF_UNKNOWN : known < COMMON_DOCUMENTS ? TYPO_SHARE : 0,
  };
}

/** `weighed` are the query's words. */
export function weighQuery<Word extends WordWeight>(query: LexicalQuery, weighed: readonly Word[]): QueryWeights<Word> {
  const words = [...weighed].sort((a, b) => b.weight - a.weight);
  const best = weightOf(words);
  const found = (how: WordWeight['found']) => words.filter((word) => word.found === how);
  const known = found('known');
  // Words that no document has are not required. Neither are words that documents have only with a typo, or forgiving
  // typos would find less than not forgiving them.
  const required = (known.length > 0 ? known : found('typos')).slice(0, WORDS_TO_MATCH);
  const needed = Math.max(Number.MIN_VALUE, weightOf(required) * SHARE_TO_MATCH);
  const count = wordCount(query);
  const saturation = saturationFor(count);
  const commonest = Math.min(...known.map(({ weight }) => weight));
  return {
    words,
    best,
    needed,
    typoOnlyFactor: typoOnlyFactor(commonest / best, saturation),
    saturation,
    stretch: stretchFor(count),
  };
}

/** Terms that only back up others count for less than a word, and repetitions for nothing. */
function wordCount({ words }: LexicalQuery): number {
  return sum(words.map(({ weight }) => Math.min(1, weight)));
}

export function weightOf(words: readonly WordWeight[]): number {
  return sum(words.map(({ weight }) => weight));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
