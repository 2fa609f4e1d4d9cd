import type { Language } from '../../domain/language.js';
import type { LexicalQuery, Phrase, QueryWord } from '../../engine/engine.js';
import type { TokenKind } from '../../text/analysis/token.js';
import {
  type ParsedQuery,
  parseQuery,
  type QueryPhrase,
  queryTerms,
  type QueryWord as WrittenWord,
} from '../../text/query.js';
import { isIdeograph } from '../../text/unspaced-scripts.js';

/** What a word tells, next to one that stands for itself: the others are there beside it. */
const WEIGHTS: Record<TokenKind, number> = { word: 1, compound: 0.5, bigram: 0.4 };

export interface ReadQuery {
  parsed: ParsedQuery;
  lexical: LexicalQuery | null;
}

export function readQuery(query: string, language: Language, typos: 'forgiven' | 'refused'): ReadQuery {
  const parsed = parseQuery(query, language);
  return { parsed, lexical: lexicalQuery(parsed, language, typos) };
}

/**
 * A query as the engine looks for it. Words in quotes are meant as they are written. Null where nothing is asked for, as
 * in a query of exclusions alone: it matches nothing.
 */
export function lexicalQuery(
  parsed: ParsedQuery,
  language: Language,
  typos: 'forgiven' | 'refused',
): LexicalQuery | null {
  const words = distinct([
    ...queryTerms(parsed.words).map((word) => toWord(word, typos === 'forgiven' && !word.isCode && !word.isStopWord)),
    ...parsed.phrases.flatMap(({ words, pairs }) => [...words, ...pairs]).map((word) => toWord(word, false)),
  ]);
  if (words.length === 0) return null;
  return {
    language,
    words: words.length === 1 ? [{ ...words[0], inside: isIdeograph(words[0].term) }] : words,
    phrases: parsed.phrases.map(phraseOf),
    excludedWords: parsed.excluded.flatMap(({ words }) => (words.length === 1 ? [toWord(words[0], false)] : [])),
    excludedPhrases: parsed.excluded.map(phraseOf).filter(({ terms, of }) => of === 'pairs' || terms.length > 1),
    sequence: sequenceOf(parsed),
  };
}

/** Longer queries are seldom found word for word, and then by all of their words. */
const LONGEST_SEQUENCE = 5;

/** The words as a phrase, if they could be one. Stop words stand nearly everywhere: looking for them would take long. */
function sequenceOf({ words: written }: ParsedQuery): string[] {
  const words = written.filter(({ kind }) => kind === 'word');
  const follow = words.every(({ position }, i) => i === 0 || position === words[i - 1].position + 1);
  const canBePhrase = words.length > 1 && words.length <= LONGEST_SEQUENCE && follow;
  return canBePhrase && !words.some(({ isStopWord }) => isStopWord) ? termsOf(words) : [];
}

function toWord({ term, stem, kind }: WrittenWord, typos: boolean): QueryWord {
  return { term, stem, weight: WEIGHTS[kind], typos };
}

function phraseOf({ words, pairs }: QueryPhrase): Phrase {
  return pairs.length > 0 ? { terms: termsOf(pairs), of: 'pairs' } : { terms: termsOf(words), of: 'words' };
}

function termsOf(phrase: readonly WrittenWord[]): string[] {
  return phrase.map(({ term }) => term);
}

/** Saying a word twice asks for nothing more. */
function distinct(words: readonly QueryWord[]): QueryWord[] {
  return [...new Map(words.map((word) => [word.term, word])).values()];
}
