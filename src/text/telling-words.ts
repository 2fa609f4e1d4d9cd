import type { Language } from '../domain/document/language.js';
import { analyze } from './analysis/analyze.js';
import { profileOf } from './analysis/language-profiles.js';
import { isStopWord } from './analysis/stop-words.js';
import { isCode } from './analysis/word-forms.js';
import { wholeCharacterEnd } from './borders.js';

/** A word that may tell what a text is about: as written, in lower case, and what its inflected forms have in common. */
export interface TellingWord {
  written: string;
  stem: string;
}

/** One letter alone tells nothing where words are written with letters; one Chinese character may. */
const TOO_SHORT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}$/u;

/** The words of a text that may tell what it is about, each once: no stop words, no numbers, no codes. */
export function tellingWords(text: string, language: Language): TellingWord[] {
  const words = new Map<string, TellingWord>();
  for (const { kind, term, stem, start, end } of analyze(text, language)) {
    if (kind !== 'word' || words.has(stem) || TOO_SHORT.test(term) || isCode(term) || isStopWord(term, language))
      continue;
    words.set(stem, { written: shownForm(text.slice(start, end), language), stem });
  }
  return [...words.values()];
}

const LONGEST_SHOWN = 64;
/** What may stand inside a word without being seen. Signs that join letters, or part them, stay. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
const POSSESSIVE = /(?<=.)['’ʼ＇]s$/u;

/** Terms are levelled, so that they are found however they are written: many are not words that anybody writes. */
function shownForm(written: string, language: Language): string {
  const visible = written.slice(0, wholeCharacterEnd(written, LONGEST_SHOWN)).normalize('NFC').replace(INVISIBLE, '');
  const lower = profileOf(language).lowerCase?.(visible) ?? visible.toLowerCase();
  return lower.replace(POSSESSIVE, '');
}
