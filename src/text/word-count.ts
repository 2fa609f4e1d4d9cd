import type { TextRange } from './text-range.js';
import { isEastAsian, isSouthEastAsian } from './unspaced-scripts.js';

/** Averages of what a dictionary finds in ordinary text; close enough for the length of a passage, at no cost. */
const CHARACTERS_PER_EAST_ASIAN_WORD = 1.7;
const CHARACTERS_PER_SOUTH_EAST_ASIAN_WORD = 4;
/** What goes on without a space for longer is data; it counts as many words, so that no passage grows without end. */
const LONGEST_WORD = 20;

/** How much of a word the unit at an index is worth, while going through a text from left to right. */
export class WordCounter {
  #runLength = 0;

  /** 1 where a word begins, a fraction for characters of scripts without spaces, 0 otherwise. */
  next(unit: number): number {
    if (isEastAsian(unit)) return this.#endRun(1 / CHARACTERS_PER_EAST_ASIAN_WORD);
    if (isSouthEastAsian(unit)) return this.#endRun(1 / CHARACTERS_PER_SOUTH_EAST_ASIAN_WORD);
    if (isSpace(unit)) return this.#endRun(0);
    if (this.#runLength === 0 && isAsciiSign(unit)) return 0;
    return this.#runLength++ % LONGEST_WORD === 0 ? 1 : 0;
  }

  #endRun(worth: number): number {
    this.#runLength = 0;
    return worth;
  }
}

export function countWords(text: string, { start, end }: TextRange): number {
  const counter = new WordCounter();
  let words = 0;
  for (let i = start; i < end; i++) words += counter.next(text.charCodeAt(i));
  return words;
}

export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0xa0) return unit === 0x85;
  return unit === 0xa0 || unit === 0x3000 || (unit >= 0x2000 && unit <= 0x200a) || isRareSpace(unit);
}

function isRareSpace(unit: number): boolean {
  return unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x1680 || unit === 0xfeff;
}

function isAsciiSign(unit: number): boolean {
  return unit < 0x30 || (unit > 0x39 && unit < 0x41) || (unit > 0x5a && unit < 0x61) || (unit > 0x7a && unit < 0x80);
}
