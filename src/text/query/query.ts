import type { Language } from '../../domain/document/language.js';
import type { QueryPart, WordForms } from '../../domain/search/word-query.js';
import { analyze } from '../analysis/analyze.js';
import { isCode } from '../analysis/code.js';
import { isStopWord } from '../analysis/stop-words.js';
import type { Token } from '../analysis/token.js';
import { hasUnspacedScript, isIdeograph, isKatakana } from '../unspaced-scripts.js';
import { queryParts } from './query-parts.js';

/** A word that is looked for. Ranges and positions are places in the query. */
export interface QueryWord extends Token {
  isStopWord: boolean;
  /** A number, product code or address, for which a likeness is no match. */
  isCode: boolean;
  /** Of two characters: the longer word in katakana that they were cut from, without the rest of which they mean nothing. */
  pieceOf: Token | null;
}

/** Words that follow each other. */
export interface QueryPhrase {
  words: QueryWord[];
  /**
   * Where characters of a script without spaces are all there is, each with the next: what is one word here may be part
   * of a longer one in a text.
   */
  pairs: QueryWord[];
}

export interface ParsedQuery {
  /** What was asked for outside quotation marks. Compounds and bigrams stand beside the words that they overlap. */
  words: QueryWord[];
  /** What was put in quotation marks: the words of each, all of which follow each other in a matching text. */
  phrases: QueryPhrase[];
  /** What no matching text may have, in any form where it is one word, and as it is written where it was put in quotation marks. */
  excluded: QueryPhrase[];
  excludedPhrases: QueryPhrase[];
}

/**
 * The parts of a query: `words "a phrase" -excluded -"excluded phrase"`. A hyphen excludes only at the beginning of a
 * word; a quotation mark without a partner means nothing. A query of nothing but exclusions asks for nothing, and so
 * matches nothing.
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

/** The words that decide what matches: without stop words, unless the query has nothing else. */
export function queryTerms(words: QueryWord[]): QueryWord[] {
  const telling = words.filter((word) => !word.isStopWord);
  return telling.length > 0 ? telling : words;
}

function wordsOfPart({ text, start }: QueryPart, language: Language): QueryWord[] {
  const tokens = analyze(text, language);
  const codes = tokens.filter(({ kind, term }) => kind === 'compound' && isCode(term));
  // Of `AB-1234` and of an address the letters are a code too.
  const isInCode = (token: Token) => codes.some((code) => code.start <= token.start && token.end <= code.end);
  const wordAt = new Map(tokens.flatMap((token) => (token.kind === 'word' ? [[token.position, token]] : [])));
  // Field by field: each query does this, and copies of objects with something added take several times as long.
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
    pieceOf: isPiece(token, wordAt.get(token.position)) ? wordAt.get(token.position)! : null,
  }));
}

/** Parts of a word in ideographs mean something. Of one in katakana they don't: カラス is a crow, ガラス is glass. */
function isPiece({ kind, term, end }: Token, word: Token | undefined): boolean {
  return kind === 'bigram' && isKatakana(term) && word !== undefined && end <= word.end;
}

function addPhrase(parsed: ParsedQuery, part: QueryPart, all: QueryWord[]): void {
  const words = all.filter(({ kind }) => kind === 'word');
  if (words.length === 0) return;
  const phrase = { words, pairs: pairsOf(all, words) };
  if (part.kind === 'excluded word') parsed.excluded.push(phrase);
  else if (part.kind === 'excluded phrase') parsed.excludedPhrases.push(phrase);
  else parsed.phrases.push(phrase);
}

/** What `QueryPhrase.pairs` says of some words. None where they have anything but such characters, or a sign between them. */
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

/** What to look for in documents of the language that a query was parsed for. */
export function formsOf({ words, phrases }: ParsedQuery): WordForms[] {
  const quoted = phrases.flatMap((phrase) => [...phrase.words, ...phrase.pairs]);
  const terms = [...queryTerms(words), ...quoted];
  return terms.map(({ term, stem, pieceOf }) => {
    const inside = terms.length === 1 && isIdeograph(term);
    // Posted to a worker: leave defaults out to keep the message small.
    return { term, stem, ...(pieceOf === null ? null : { isPiece: true }), ...(inside ? { inside } : null) };
  });
}
