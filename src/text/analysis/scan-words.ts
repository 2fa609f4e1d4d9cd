import {
  APOSTROPHE,
  classAt,
  endOfLetters,
  INVISIBLE,
  LETTER,
  MARK,
  NON_JOINER,
  QUOTE,
  UNSPACED,
  unitsAt,
} from './character-class.js';

const BLANK = 0x20;

export interface WordVisitor {
  /**
   * Asked about a word that begins the text or stands behind a blank. The visitor may skip words of letters and digits alone, each with a
   * blank behind it, and has to count them itself: `word` is not called for them. Returns where the first word begins that it does not skip.
   */
  skip(start: number): number;
  /** A word between spaces or signs. */
  word(start: number, end: number): void;
  /** A run of characters of a script without spaces, which holds any number of words. */
  unspacedRun(start: number, end: number): void;
}

/**
 * Finds the words of a text from left to right, as they are indexed. It reads the text as written, so that places in it are
 * kept; `frozen-words.ts` has the other way to split a text. Takes linear time for any text.
 */
export function scanWords(units: Uint16Array, visitor: WordVisitor): void {
  let i = 0;
  while (i < units.length) {
    const kind = classAt(units, i);
    const start = i;
    if (kind === LETTER) {
      const skipped = start === 0 || units[start - 1] === BLANK ? visitor.skip(start) : start;
      if (skipped > start) i = skipped;
      else {
        i = wordEnd(units, start);
        visitor.word(start, i);
      }
    } else if (kind === UNSPACED) {
      i = runEnd(units, i);
      visitor.unspacedRun(start, i);
    } else i += unitsAt(units, i);
  }
}

function wordEnd(units: Uint16Array, start: number): number {
  let end = endOfLetters(units, start);
  while (end < units.length) {
    const kind = classAt(units, end);
    if (kind === LETTER || kind === MARK || (kind === INVISIBLE && end > start)) end += unitsAt(units, end);
    else if (isJoint(units, end, kind)) end++;
    else break;
  }
  return trimInvisible(units, start, end);
}

/** Whether the sign at `i`, of class `kind`, joins the letters on both sides to one word. */
function isJoint(units: Uint16Array, i: number, kind: number): boolean {
  if (kind !== APOSTROPHE && kind !== QUOTE && kind !== NON_JOINER) return false;
  if (i + 1 >= units.length || classAt(units, i + 1) !== LETTER) return false;
  if (kind === QUOTE) return isHebrew(units[i - 1]) && isHebrew(units[i + 1]);
  return kind === APOSTROPHE || !isArabic(units[i - 1]) || !isArabic(units[i + 1]);
}

function isHebrew(unit: number): boolean {
  return unit >= 0x0590 && unit <= 0x05ff;
}

function isArabic(unit: number): boolean {
  return unit >= 0x0600 && unit <= 0x06ff;
}

function trimInvisible(units: Uint16Array, start: number, end: number): number {
  let last = end;
  while (last > start && classAt(units, last - 1) === INVISIBLE) last--;
  return last;
}

function runEnd(units: Uint16Array, start: number): number {
  let end = start;
  while (end < units.length && classAt(units, end) === UNSPACED) end += unitsAt(units, end);
  return end;
}
