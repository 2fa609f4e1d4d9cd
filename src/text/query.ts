import type { Language } from '../domain/language.js';
import { analyze } from './analysis/analyze.js';
import { isCode } from './analysis/code.js';
import { isStopWord } from './analysis/stop-words.js';
import type { Token } from './analysis/token.js';
import { type QueryPart, queryParts } from './query-parts.js';

/** A word that is looked for. Ranges and positions are places in the query. */
export interface QueryWord extends Token {
  isStopWord: boolean;
  /** A number, product code or address, for which a likeness is no match. */
  isCode: boolean;
}

export interface ParsedQuery {
  /** What was asked for outside quotation marks. Compounds and bigrams stand beside the words that they overlap. */
  words: QueryWord[];
  /** What was put in quotation marks: the words of each, all of which follow each other in a matching text. */
  phrases: QueryWord[][];
  /** What no matching text may have. A word alone is a phrase of one. */
  excluded: QueryWord[][];
}

/**
 * The parts of a query: `words "a phrase" -excluded -"excluded phrase"`. A hyphen excludes only at the beginning of a
 * word; a quotation mark without a partner means nothing. A query of nothing but exclusions asks for nothing, and so
 * matches nothing.
 */
export function parseQuery(query: string, language: Language): ParsedQuery {
  const parsed: ParsedQuery = { words: [], phrases: [], excluded: [] };
  let position = 0;
  for (const part of queryParts(query)) {
    const words = wordsOfPart(query, part, language);
    for (const word of words) word.position += position;
    position += words.filter((word) => word.kind === 'word').length;
    if (part.kind === 'words') parsed.words.push(...words);
    else
      addPhrase(
        parsed,
        part,
        words.filter((word) => word.kind === 'word'),
      );
  }
  return parsed;
}

/** The words that decide what matches: without stop words, unless the query has nothing else. */
export function queryTerms(words: QueryWord[]): QueryWord[] {
  const telling = words.filter((word) => !word.isStopWord);
  return telling.length > 0 ? telling : words;
}

function wordsOfPart(query: string, { start, end }: QueryPart, language: Language): QueryWord[] {
  const tokens = analyze(query.slice(start, end), language);
  const codes = tokens.filter(({ kind, term }) => kind === 'compound' && isCode(term));
  // Of `AB-1234` and of an address the letters are a code too.
  const isInCode = (token: Token) => codes.some((code) => code.start <= token.start && token.end <= code.end);
  return tokens.map((token) => ({
    ...token,
    start: token.start + start,
    end: token.end + start,
    isStopWord: token.kind === 'word' && isStopWord(token.term, language),
    isCode: isCode(token.term) || isInCode(token),
  }));
}

function addPhrase(parsed: ParsedQuery, part: QueryPart, words: QueryWord[]): void {
  if (words.length === 0) return;
  if (part.kind === 'exclusion') parsed.excluded.push(words);
  else parsed.phrases.push(words);
}
