import type { Language } from '../../domain/document/language.js';

/** Languages without spaces between words, or without spaces before particles: a listed word counts wherever it stands. */
const UNSPACED: readonly Language[] = ['ja', 'ko', 'th', 'zh'];
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Whether a text has any of these words, which are in lower case and separated by spaces. Accents count. */
export function saysAny(text: string, words: string, language: Language): boolean {
  const wanted = new Set(words.split(' ').filter((word) => word !== ''));
  const level = text.toLowerCase().replaceAll('’', "'");
  if (UNSPACED.includes(language)) return [...wanted].some((word) => level.includes(word));
  return level.match(WORD)?.some((word) => wanted.has(word)) ?? false;
}
