import type { TextRange } from '../text-range.js';

const BULLET = /^(?:[-*•‣–◦▪●]|\(?[a-z]\))\s+/;
const NUMBER = /^\(?(\d{1,3})[.)]\s+/;

/** A range that begins with a number as the items of a list do. */
interface Numbered {
  index: number;
  number: number;
  markLength: number;
}

/**
 * For each of these ranges of a text, which are in order: the length of the mark of the list item that it begins with, 0 for
 * others. "1. May is a holiday" begins with a date, unless an item before or after it has the number next to it.
 */
export function listMarkLengths(text: string, ranges: readonly TextRange[]): number[] {
  const lengths = ranges.map((range) => (BULLET.exec(beginning(text, range))?.[0] ?? '').length);
  const numbered = ranges.flatMap((range, index): Numbered[] => {
    const mark = NUMBER.exec(beginning(text, range));
    return mark === null ? [] : [{ index, number: Number(mark[1]), markLength: mark[0].length }];
  });
  for (const [i, { index, number, markLength }] of numbered.entries()) {
    if (numbered[i - 1]?.number === number - 1 || numbered[i + 1]?.number === number + 1) lengths[index] = markLength;
  }
  return lengths;
}

/** Long enough for a mark, and for the indentation of a nested list. In UTF-16 units. */
const BEGINNING = 24;
const AT_LINE_START = /(?:^|\n)[^\S\n]*$/;

/** What a range begins with; '' if it does not begin a line. */
function beginning(text: string, { start, end }: TextRange): string {
  if (start > 0 && !AT_LINE_START.test(text.slice(Math.max(0, start - BEGINNING), start))) return '';
  return text.slice(start, Math.min(end, start + BEGINNING));
}
