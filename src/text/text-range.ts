/** A part of a text, in UTF-16 units: `text.slice(start, end)`. */
export interface TextRange {
  start: number;
  end: number;
}

/** Whether two ranges have a unit in common. */
export function overlap(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The same range without white space at its start and end. */
export function trimRange(text: string, { start, end }: TextRange): TextRange {
  const from = skipSpace(text, start, end);
  return { start: from, end: trimmedEnd(text, from, end) };
}

/** The first place from `start` on that is no white space; `end` if there is none. */
export function skipSpace(text: string, start: number, end = text.length): number {
  let i = start;
  while (i < end && isSpace(text.charCodeAt(i))) i++;
  return i;
}

/** The end of a range without the white space before it. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && isSpace(text.charCodeAt(i - 1))) i--;
  return i;
}

/** Whether a UTF-16 unit is white space or a line break, no-break spaces included. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0xa0) return unit === 0x85;
  return unit === 0xa0 || unit === 0x3000 || (unit >= 0x2000 && unit <= 0x200a) || isRareSpace(unit);
}

function isRareSpace(unit: number): boolean {
  return unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x1680 || unit === 0xfeff;
}
