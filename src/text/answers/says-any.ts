import type { Language } from '../../domain/document/language.js';

/** Languages that put no spaces between words, or none around particles: what is looked for may stand anywhere. */
const UNSPACED: readonly Language[] = ['ja', 'ko', 'th', 'zh'];
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

const lists = new Map<string, ReadonlySet<string>>();

/** Whether a text has any of these words, which are lower case and separated by spaces. Accents count. */
export function saysAny(text: string, words: string, language: Language): boolean {
  const wanted = listOf(words);
  const level = text.toLowerCase().replaceAll('’', "'");
  if (UNSPACED.includes(language)) return [...wanted].some((word) => level.includes(word));
  return level.match(WORD)?.some((word) => wanted.has(word)) ?? false;
}

function listOf(words: string): ReadonlySet<string> {
  let list = lists.get(words);
  if (list === undefined) {
    list = new Set(words.split(' ').filter((word) => word !== ''));
    lists.set(words, list);
  }
  return list;
}
