import type { Language } from '../domain/document/language.js';
import { analyze } from './analysis/analyze.js';
import { isStopWord } from './analysis/stop-words.js';
import { isCode } from './analysis/word-forms.js';

/** A word that may tell what a text is about: as it is shown, and what its inflected forms have in common. */
export interface TellingWord {
  term: string;
  stem: string;
}

/** One letter alone tells nothing where words are written with letters; one Chinese character may. */
const TOO_SHORT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}$/u;

/** The words of a text that may tell what it is about, each once: no stop words, no numbers, no codes. */
export function tellingWords(text: string, language: Language): TellingWord[] {
  const words = new Map<string, TellingWord>();
  for (const { kind, term, stem } of analyze(text, language)) {
    if (kind !== 'word' || words.has(stem) || TOO_SHORT.test(term) || isCode(term) || isStopWord(term, language))
      continue;
    words.set(stem, { term, stem });
  }
  return [...words.values()];
}
