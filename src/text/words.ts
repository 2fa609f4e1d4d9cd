import { segmentRun } from './analysis/segment-run.js';
import { wholeCharacterEnd } from './character-border.js';
import { foldAccents } from './fold-accents.js';

/** Nobody searches for longer ones; they are encoded data more often than words. */
const LONGEST_WORD = 64;

const NOT_ASCII = /[^\0-\x7f]/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z0-9]+)*/g;

/** Scripts that put no spaces between words, without the accents that Unicode counts to them and to Latin alike. */
const UNSPACED =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]--\\p{scx=Latn}]';
const UNSPACED_RUN = `[[\\p{L}\\p{N}\\p{M}]&&${UNSPACED}]+`;
const LETTER = `[[\\p{L}\\p{N}]--${UNSPACED}]`;
const SPACED_WORD = `${LETTER}[${LETTER}\\p{M}]*(?:'[${LETTER}\\p{M}]+)*`;

/** A run without spaces is in the first group. (The v flag is beyond what the compiler's target can write as a literal.) */
const WORD = new RegExp(`(${UNSPACED_RUN})|${SPACED_WORD}`, 'gv');

/** Putting marks in canonical order takes quadratic time in the length of a run; 30 is what Unicode calls stream-safe. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const APOSTROPHES = /[’ʼ＇]/g;
const PERSIAN_JOINT = /(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/gu;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'g');

/**
 * The words of a text in order, as they are compared: compatibility forms, case and accents are levelled. Where a script
 * has no spaces between words, a dictionary divides them. An apostrophe inside a word belongs to it: `don't`.
 *
 * Apart from the tokens of the index (`analysis/scan-words.ts`), which keep places in the text, follow the rules of a
 * language and hold Hebrew acronyms together: MinHash signatures on disk and trained models are made of these words, and
 * must not change with the index.
 */
export function wordsOf(text: string): string[] {
  if (!NOT_ASCII.test(text)) return asciiWords(text);
  const words: string[] = [];
  for (const [word, unspacedRun] of normalize(text).matchAll(WORD)) {
    if (unspacedRun === undefined) words.push(cut(foldAccents(word)));
    else addSegments(unspacedRun, words);
  }
  // A word of nothing but vowel signs is left empty.
  return words.filter((word) => word !== '');
}

function asciiWords(text: string): string[] {
  const words = text.toLowerCase().match(ASCII_WORD) ?? [];
  for (let i = 0; i < words.length; i++) words[i] = cut(words[i]);
  return words;
}

function normalize(text: string): string {
  const level = text.replace(TOO_MANY_MARKS, '$1').normalize('NFKC').toLowerCase().replace(APOSTROPHES, "'");
  return INVISIBLE.test(level) ? level.replace(PERSIAN_JOINT, ' ').replace(ALL_INVISIBLE, '') : level;
}

function addSegments(run: string, words: string[]): void {
  for (const { start, end } of segmentRun(run, { start: 0, end: run.length })) words.push(cut(run.slice(start, end)));
}

function cut(word: string): string {
  return word.length <= LONGEST_WORD ? word : word.slice(0, wholeCharacterEnd(word, LONGEST_WORD));
}
