import type { Language } from '../../domain/language.js';
import type { LexicalQuery, QueryWord } from '../../engine/engine.js';
import type { TokenKind } from '../../text/analysis/token.js';
import { type ParsedQuery, parseQuery, queryTerms, type QueryWord as WrittenWord } from '../../text/query.js';

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
    ...parsed.phrases.flat().map((word) => toWord(word, false)),
  ]);
  if (words.length === 0) return null;
  return {
    language,
    words,
    phrases: parsed.phrases.map(termsOf),
    excludedWords: parsed.excluded.flatMap((phrase) => (phrase.length === 1 ? [toWord(phrase[0], false)] : [])),
    excludedPhrases: parsed.excluded.filter((phrase) => phrase.length > 1).map(termsOf),
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

function termsOf(phrase: readonly WrittenWord[]): string[] {
  return phrase.map(({ term }) => term);
}

/** Saying a word twice asks for nothing more. */
function distinct(words: readonly QueryWord[]): QueryWord[] {
  return [...new Map(words.map((word) => [word.term, word])).values()];
}
