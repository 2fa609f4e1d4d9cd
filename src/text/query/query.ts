import type { Language } from '../../domain/document/language.js';
import type { MatchedForms, PhraseForms, QueryPart, WordForms } from '../../domain/search/word-query.js';
import { analyze } from '../analysis/analyze.js';
import type { Token } from '../analysis/scan-tokens.js';
import { isStopWord } from '../analysis/stop-words.js';
import { isCode } from '../analysis/word-forms.js';
import { overlap } from '../text-range.js';
import { hasUnspacedScript, isIdeograph, isKatakana } from '../unspaced-scripts.js';
import { queryParts } from './query-parts.js';

/** A token of the query. Ranges and positions are places in the query. */
export interface QueryWord extends Token {
  isStopWord: boolean;
  /** A number, product code or address, which must not be matched with typos. */
  isCode: boolean;
  /** For a bigram of katakana, the longer word that it is part of: it means nothing without the rest of the word. */
  pieceOf: Token | null;
}

/** Words that must follow each other. */
export interface QueryPhrase {
  words: QueryWord[];
  /**
   * If the phrase is all in a script without spaces: every character with the next one. A text may have the phrase inside a
   * longer word, and so be split differently.
   */
  pairs: QueryWord[];
}

export interface ParsedQuery {
  /** The words outside quotation marks. Compounds and bigrams stand beside the words that they overlap. */
  words: QueryWord[];
  /** What was put in quotation marks: a matching text has the words of each in a row. */
  phrases: QueryPhrase[];
  /** What no matching text may have: in any form if it is one word, otherwise as it is written. */
  excluded: QueryPhrase[];
  /** What was excluded in quotation marks: no matching text may have exactly that. */
  excludedPhrases: QueryPhrase[];
}

/**
 * Parses a query: `words "a phrase" -excluded -"excluded phrase"`. A hyphen excludes only before a word (see `queryParts`);
 * an unpaired quotation mark means nothing.
 */
export function parseQuery(query: string, language: Language): ParsedQuery {
  return parseParts(queryParts(query), language);
}

export function parseParts(parts: readonly QueryPart[], language: Language): ParsedQuery {
  const parsed: ParsedQuery = { words: [], phrases: [], excluded: [], excludedPhrases: [] };
  let position = 0;
  for (const part of parts) {
    const words = wordsOfPart(part, language);
    for (const word of words) word.position += position;
    position += words.filter((word) => word.kind === 'word').length;
    if (part.kind === 'words') parsed.words.push(...words);
    else addPhrase(parsed, part, words);
  }
  return parsed;
}

/** The words that decide what matches: without stop words, unless there are no others. */
export function queryTerms(words: QueryWord[]): QueryWord[] {
  const telling = words.filter((word) => !word.isStopWord);
  return telling.length > 0 ? telling : words;
}

function wordsOfPart({ text, start }: QueryPart, language: Language): QueryWord[] {
  const tokens = analyze(text, language);
  const codes = tokens.filter(({ kind, term }) => kind === 'compound' && isCode(term));
  // The parts of a code are codes too: both `AB` and `1234` of `AB-1234`.
  const isInCode = (token: Token) => codes.some((code) => code.start <= token.start && token.end <= code.end);
  const wordAt = tokens.some(({ kind }) => kind === 'bigram') ? wordsByPosition(tokens) : null;
  // Field by field, because spreading the token takes several times as long.
  return tokens.map((token) => ({
    term: token.term,
    bare: token.bare,
    stem: token.stem,
    start: token.start + start,
    end: token.end + start,
    position: token.position,
    kind: token.kind,
    isStopWord: token.kind === 'word' && isStopWord(token.term, language),
    isCode: isCode(token.term) || isInCode(token),
    pieceOf: longerWord(token, wordAt?.get(token.position)),
  }));
}

function wordsByPosition(tokens: readonly Token[]): Map<number, Token> {
  return new Map(tokens.filter(({ kind }) => kind === 'word').map((token) => [token.position, token]));
}

/**
 * The word that a bigram is a meaningless piece of. Katakana spell sounds: カラス is a crow, ガラス is glass. Parts of a word in
 * ideographs mean something.
 */
function longerWord({ kind, term, end }: Token, word: Token | undefined): Token | null {
  return kind === 'bigram' && word !== undefined && end <= word.end && isKatakana(term) ? word : null;
}

function addPhrase(parsed: ParsedQuery, part: QueryPart, all: QueryWord[]): void {
  const words = all.filter(({ kind }) => kind === 'word');
  if (words.length === 0) return;
  const phrase = { words, pairs: pairsOf(all, words) };
  if (part.kind === 'excluded word') parsed.excluded.push(phrase);
  else if (part.kind === 'excluded phrase') parsed.excludedPhrases.push(phrase);
  else parsed.phrases.push(phrase);
}

/** `QueryPhrase.pairs` of some words: empty unless the pairs cover all of them without a gap. */
export function pairsOf(all: readonly QueryWord[], words: readonly QueryWord[]): QueryWord[] {
  const pairs = all.filter(({ kind, term }) => kind === 'bigram' || (kind === 'word' && isPair(term)));
  pairs.sort((a, b) => a.start - b.start);
  const isChain = pairs.every(({ start }, i) => i === 0 || start < pairs[i - 1].end);
  const isAll = pairs[0]?.start === words[0].start && pairs.at(-1)?.end === words.at(-1)?.end;
  return isChain && isAll ? pairs : [];
}

function isPair(term: string): boolean {
  return hasUnspacedScript(term) && Array.from(term).length === 2;
}

/**
 * The same query, with stop words of the language that it is written in: where documents of all languages are searched, it
 * is read in theirs too.
 */
export function withStopWordsOf(parsed: ParsedQuery, written: ParsedQuery): ParsedQuery {
  const starts = new Set(written.words.flatMap(({ isStopWord, start }) => (isStopWord ? [start] : [])));
  const words = parsed.words.map((word) =>
    word.kind === 'word' && starts.has(word.start) ? { ...word, isStopWord: true } : word,
  );
  return { ...parsed, words };
}

/** How a phrase is compared with texts. */
export function phraseForms({ words, pairs }: QueryPhrase): PhraseForms {
  return pairs.length > 0 ? { terms: termsOf(pairs), of: 'pairs' } : { terms: termsOf(words), of: 'words' };
}

function termsOf(words: readonly QueryWord[]): string[] {
  return words.map(({ term }) => term);
}

/** What to mark in documents of the language that the query was parsed for: stop words only if there is nothing else. */
export function formsOf({ words, phrases }: ParsedQuery): Pick<MatchedForms, 'words' | 'phrases'> {
  const terms = withoutStopWords(words, phrases.length > 0);
  const alone = words.length === 1 && phrases.length === 0;
  return { words: terms.map((word) => formsOfWord(word, alone)), phrases: phrases.map(phraseForms) };
}

function formsOfWord({ term, stem, pieceOf }: QueryWord, alone: boolean): WordForms {
  // Posted to a worker: leave defaults out to keep the message small.
  if (pieceOf !== null) return { term, stem, isPiece: true };
  return alone && isIdeograph(term) ? { term, stem, inside: true } : { term, stem };
}

/** Nor pairs of characters that have a stop word in them: 是光 of 什么是光合作用. */
function withoutStopWords(words: QueryWord[], hasPhrases: boolean): QueryWord[] {
  const stopWords = words.filter(({ isStopWord }) => isStopWord);
  const terms = words.filter(({ isStopWord }) => !isStopWord);
  if (terms.length === 0 && !hasPhrases) return words;
  const telling = terms.filter(
    (word) => word.kind !== 'bigram' || !stopWords.some((stopWord) => overlap(stopWord, word)),
  );
  return telling.length > 0 ? telling : terms;
}
