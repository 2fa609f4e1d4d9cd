import type { Language } from '../../domain/document/language.js';
import type { LexicalQuery, Phrase, QueryWord } from '../../engine/engine.js';
import {
  type ParsedQuery,
  pairsOf,
  parseQuery,
  type QueryPhrase,
  queryTerms,
  type QueryWord as WrittenWord,
} from '../../text/query/query.js';
import { isIdeograph } from '../../text/unspaced-scripts.js';
import { WordWeights } from './word-weights.js';

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
  const quoted = parsed.phrases.flatMap(({ words, pairs }) => [...words, ...pairs]);
  const weights = new WordWeights([...parsed.words, ...quoted]);
  const isForgiven = (word: WrittenWord) => typos === 'forgiven' && !word.isCode && !word.isStopWord;
  const words = distinct([
    ...queryTerms(parsed.words).map((word) => toWord(word, weights.of(word), isForgiven(word))),
    ...quoted.map((word) => toWord(word, weights.of(word), false)),
  ]);
  if (words.length === 0) return null;
  return {
    language,
    words: words.length === 1 ? [{ ...words[0], inside: isIdeograph(words[0].term) }] : words,
    phrases: parsed.phrases.map(phraseOf),
    excludedWords: parsed.excluded.flatMap(({ words }) => (words.length === 1 ? [toWord(words[0], 1, false)] : [])),
    excludedPhrases: [
      ...parsed.excluded.map(phraseOf).filter(({ terms, of }) => of === 'pairs' || terms.length > 1),
      ...parsed.excludedPhrases.map(phraseOf),
    ],
    verbatim: verbatimOf(parsed),
  };
}

/** Beyond that a text is found by all of its words, if at all. */
const LONGEST_VERBATIM = 12;
/** Once word for word, wherever in a long content, comes before the words here and there, be it in the title. */
const LIFT_OF_WORDS = 0.9;
/** One word is found as any other is; as a part of a longer one, in pairs that count little by themselves. */
const LIFT_OF_ONE = 0.35;

/**
 * The words as a phrase, if they could be one. Stop words stand nearly everywhere, and looking for them would take long: the
 * others are to be as far apart as they are in the query. Where a script has no spaces, the phrase may be part of a longer word,
 * and a word may be cut otherwise in a text.
 */
function verbatimOf({ words: written, phrases }: ParsedQuery): LexicalQuery['verbatim'] {
  if (written.length === 0 && phrases.length === 1) return lifted(phrases[0]);
  const words = written.filter(({ kind }) => kind === 'word');
  const follow = words.every(({ position }, i) => i === 0 || position === words[i - 1].position + 1);
  if (words.length === 0 || !follow) return null;
  const pairs = pairsOf(written, words);
  const telling = pairs.length > 0 ? words : queryTerms(words);
  if (telling.length > LONGEST_VERBATIM || (pairs.length > 0 && words.some(({ isStopWord }) => isStopWord)))
    return null;
  const steps = telling.slice(1).map(({ position }, i) => position - telling[i].position);
  const verbatim = lifted({ words: telling, pairs });
  return verbatim?.of === 'words' && steps.some((step) => step > 1) ? { ...verbatim, steps } : verbatim;
}

function lifted(written: QueryPhrase): LexicalQuery['verbatim'] {
  const phrase = phraseOf(written);
  if (written.words.length > 1) return { lift: LIFT_OF_WORDS, ...phrase };
  return phrase.terms.length > 1 ? { lift: LIFT_OF_ONE, ...phrase } : null;
}

function toWord({ term, stem }: WrittenWord, weight: number, typos: boolean): QueryWord {
  return { term, stem, weight, typos };
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
