import type { Language } from '../../../domain/document/language.js';
import { analyze } from '../../../text/analysis/analyze.js';
import { bareForm } from '../../../text/analysis/word-forms.js';
import { hasUnspacedScript, isIdeograph } from '../../../text/unspaced-scripts.js';
import { type AnalysedText, stemmedTerms } from '../../document/analysed-text.js';

/**
 * Texts are analysed here, not in the cluster, and sent as tokens: so all languages behave as in the embedded engine. A
 * token is the language, a sign for its kind, and a text:
 *
 * - `en:tides` a term, with its position;
 * - `en~tide` the stem of a term, and those that it would have if it were written without accents;
 * - `zh.大` a character of a term of two characters.
 */
const TERM = ':';
const STEM = '~';
const CHARACTER = '.';

/** Letters of a term's token that are its language and kind, which no typo may change. */
export const TERM_PREFIX_LETTERS = 3;

/** Between positions, and between the tokens of one position. Terms have neither: both are removed when words are normalised. */
export const POSITION_SEPARATOR = ' ';
export const TOKEN_SEPARATOR = '\u001f';
/** Stands at a position without tokens. */
export const GAP = '\u001e';

export function termToken(term: string, language: Language): string {
  return language + TERM + term;
}

export function termOfToken(token: string): string {
  return token.slice(TERM_PREFIX_LETTERS);
}

export function stemToken(stem: string, language: Language): string {
  return language + STEM + stem;
}

export function characterToken(character: string, language: Language): string {
  return language + CHARACTER + character;
}

/** The terms of a text, position by position. */
export function termTokens({ positions }: AnalysedText, language: Language): string {
  const byPosition: string[] = [];
  for (const [term, places] of positions) {
    if (term === '') continue;
    const token = termToken(term, language);
    for (const place of places) {
      const others = byPosition[place];
      byPosition[place] = others === undefined ? token : others + TOKEN_SEPARATOR + token;
    }
  }
  return Array.from(byPosition, (tokens) => tokens ?? GAP).join(POSITION_SEPARATOR);
}

/** The stems of all terms, and the characters of those that have two, as often as the terms occur. */
export function stemTokens(text: AnalysedText, tokensOf: StemTokensOf): string {
  const tokens: string[] = [];
  for (const { term, stem, positions } of stemmedTerms(text)) {
    for (const token of tokensOf(term, stem)) {
      for (let i = 0; i < positions.length; i++) tokens.push(token);
    }
  }
  return tokens.join(POSITION_SEPARATOR);
}

/** The tokens for the stems of a term, and for its characters. */
type StemTokensOf = (term: string, stem: string) => readonly string[];

/** Remembers them for one document, in which most terms are met several times: analysing a term takes microseconds. */
export function stemTokensIn(language: Language): StemTokensOf {
  const known = new Map<string, readonly string[]>();
  return (term, stem) => {
    const key = term + POSITION_SEPARATOR + stem;
    const tokens = known.get(key) ?? stemTokensOf(term, stem, language);
    known.set(key, tokens);
    return tokens;
  };
}

function stemTokensOf(term: string, stem: string, language: Language): string[] {
  const characters = hasUnspacedScript(term) ? Array.from(term) : [];
  return [
    ...stemsAlike(term, stem, language).map((one) => stemToken(one, language)),
    ...(characters.length === 2 ? [...new Set(characters.filter(isIdeograph))] : []).map((character) =>
      characterToken(character, language),
    ),
  ];
}

/** All tokens of some texts, each once: whether a document has one is asked more often than how often. */
export function distinctTokens(texts: readonly AnalysedText[], language: Language, tokensOf: StemTokensOf): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    for (const { term, stem } of stemmedTerms(text)) {
      tokens.add(termToken(term, language));
      for (const token of tokensOf(term, stem)) tokens.add(token);
    }
  }
  return [...tokens];
}

/** Stems are made of words as they are written: a word that differs only in accents may have another stem. */
export function stemsAlike(term: string, stem: string, language: Language): string[] {
  const bare = bareForm(term, language);
  const written = bare === term ? [term] : [term, bare];
  return [...new Set([stem, ...written.map((word) => stemOfTerm(word, language))])];
}

/** The stem of a word that is written as terms are; the term itself if it is not one word then. */
export function stemOfTerm(term: string, language: Language): string {
  const [first, ...more] = analyze(term, language);
  return first === undefined || more.length > 0 ? term : first.stem;
}

/**
 * Pairs of neighbouring characters, in scripts without spaces, in their order. Pairs that overlap have neighbouring positions
 * here, wherever the dictionary sees words: so a phrase is found inside of a longer word.
 */
export function pairTokens(text: string, language: Language): string {
  if (!hasUnspacedScript(text)) return '';
  const pairs = analyze(text, language)
    .filter(({ kind, term }) => kind === 'bigram' || (kind === 'word' && isPair(term)))
    .sort((a, b) => a.start - b.start);
  const tokens: string[] = [];
  pairs.forEach(({ term, start }, i) => {
    if (i > 0 && start >= pairs[i - 1].end) tokens.push(GAP);
    tokens.push(termToken(term, language));
  });
  return tokens.join(POSITION_SEPARATOR);
}

function isPair(term: string): boolean {
  return hasUnspacedScript(term) && Array.from(term).length === 2;
}
