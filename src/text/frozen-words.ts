import { segmentRun } from './analysis/segment-run.js';
import { wholeCharacterEnd } from './borders.js';
import { foldAccents } from './fold-accents.js';

/** Longer words are cut; they are encoded data more often than words. */
const LONGEST_WORD = 64;

const NOT_ASCII = /[^\0-\x7f]/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z0-9]+)*/g;

/** Scripts that put no spaces between words, without the accents that Unicode counts to both them and Latin. */
const UNSPACED =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]--\\p{scx=Latn}]';
const UNSPACED_RUN = `[[\\p{L}\\p{N}\\p{M}]&&${UNSPACED}]+`;
const LETTER = `[[\\p{L}\\p{N}]--${UNSPACED}]`;
const SPACED_WORD = `${LETTER}[${LETTER}\\p{M}]*(?:'[${LETTER}\\p{M}]+)*`;

/** The first group holds a run without spaces. (Not a literal, because the compiler's target does not know the v flag.) */
const WORD = new RegExp(`(${UNSPACED_RUN})|${SPACED_WORD}`, 'gv');

/** Sorting combining marks takes quadratic time in the length of a run; Unicode's stream-safe format allows 30. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const APOSTROPHES = /[’ʼ＇]/g;
const PERSIAN_JOINT = /(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/gu;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'g');

/**
 * The words of a text in order, in NFKC and lower case, without accents. They know no language. A dictionary splits
 * scripts without spaces. An apostrophe inside a word belongs to it: `don't`.
 *
 * MinHash signatures on disk and trained models are made of these words, so they are frozen: they must come out the
 * same for ever. The words of the index are found by `analysis/scan-words.ts`, which may change with the next index.
 * The two share no scanner because they differ: this one normalises the whole text first, so that ½ becomes two words
 * and a zero-width space joins what it stands between; the index scans the text as it was written, keeps places, and
 * holds Hebrew acronyms together.
 */
export function wordsOf(text: string): string[] {
  if (!NOT_ASCII.test(text)) return asciiWords(text);
  const words: string[] = [];
  for (const [word, unspacedRun] of normalize(text).matchAll(WORD)) {
    if (unspacedRun === undefined) words.push(cut(foldAccents(word)));
    else addSegments(unspacedRun, words);
  }
  // Folding leaves nothing of a word that is all vowel signs.
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
