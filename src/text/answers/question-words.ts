import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import { isStopWord } from '../analysis/stop-words.js';

/** A word that an answer should be about. */
export interface QuestionWord {
  term: string;
  stem: string;
}

/** The words of a question that say what it is about, in their order, each once: none of them is a stop word. */
export function tellingWords(query: string, language: Language): QuestionWord[] {
  const words = analyze(query, language).filter(({ kind, term }) => kind === 'word' && !isStopWord(term, language));
  return [...new Map(words.map(({ term, stem }) => [stem, { term, stem }])).values()];
}

/** The stems of a text. */
export function stemsOf(text: string, language: Language): Set<string> {
  const words = analyze(text, language).filter(({ kind }) => kind === 'word');
  return new Set(words.map(({ stem }) => stem));
}

/** Languages without spaces between words, or without spaces before particles: a listed word counts wherever it stands. */
const UNSPACED: readonly Language[] = ['ja', 'ko', 'zh'];
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Whether a text has any of these words, which are in lower case and separated by spaces. Accents count. */
export function saysAny(text: string, words: string, language: Language): boolean {
  const wanted = new Set(words.split(' ').filter((word) => word !== ''));
  const level = text.toLowerCase().replaceAll('’', "'");
  if (UNSPACED.includes(language)) return [...wanted].some((word) => level.includes(word));
  // Thai has no spaces between words either, but its short words are parts of many others: "it" (มัน) of "oil" (น้ำมัน).
  if (language === 'th') return analyze(level, language).some(({ term }) => wanted.has(term));
  return level.match(WORD)?.some((word) => wanted.has(word)) ?? false;
}
