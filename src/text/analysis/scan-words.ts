import { APOSTROPHE, characterClass, INVISIBLE, LETTER, MARK, NON_JOINER, QUOTE, UNSPACED } from './character-class.js';

export interface WordVisitor {
  /** A word between spaces or signs. */
  word(start: number, end: number): void;
  /** Characters of a script without spaces: any number of words. */
  unspacedRun(start: number, end: number): void;
}

/** Calls back for every word of a text, from left to right. Time and memory are linear, whatever the text. */
export function scanWords(text: string, visitor: WordVisitor): void {
  let i = 0;
  while (i < text.length) {
    const codePoint = codePointAt(text, i);
    const kind = characterClass(codePoint);
    const start = i;
    if (kind === LETTER) {
      i = wordEnd(text, i);
      visitor.word(start, i);
    } else if (kind === UNSPACED) {
      i = runEnd(text, i);
      visitor.unspacedRun(start, i);
    } else i += unitsOf(codePoint);
  }
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const codePoint = codePointAt(text, end);
    const kind = characterClass(codePoint);
    if (kind === LETTER || kind === MARK || (kind === INVISIBLE && end > start)) end += unitsOf(codePoint);
    else if (isJoint(text, end, kind)) end++;
    else break;
  }
  return trimInvisible(text, start, end);
}

/** Whether the sign at `i`, of class `kind`, holds the letters on both sides together. */
function isJoint(text: string, i: number, kind: number): boolean {
  if (kind !== APOSTROPHE && kind !== QUOTE && kind !== NON_JOINER) return false;
  if (i + 1 >= text.length || characterClass(codePointAt(text, i + 1)) !== LETTER) return false;
  if (kind === QUOTE) return isHebrew(text.charCodeAt(i - 1)) && isHebrew(text.charCodeAt(i + 1));
  return kind === APOSTROPHE || !isArabic(text.charCodeAt(i - 1)) || !isArabic(text.charCodeAt(i + 1));
}

function isHebrew(unit: number): boolean {
  return unit >= 0x0590 && unit <= 0x05ff;
}

function isArabic(unit: number): boolean {
  return unit >= 0x0600 && unit <= 0x06ff;
}

function trimInvisible(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && characterClass(text.charCodeAt(last - 1)) === INVISIBLE) last--;
  return last;
}

function runEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const codePoint = codePointAt(text, end);
    if (characterClass(codePoint) !== UNSPACED) break;
    end += unitsOf(codePoint);
  }
  return end;
}

function codePointAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  return unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(i) ?? unit) : unit;
}

function unitsOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}
