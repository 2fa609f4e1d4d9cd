import type { TextRange } from '../text-range.js';

const LONGEST_ENTITY = 33;
const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][\da-zA-Z]{1,30});/y;

/** The HTML entity (`&amp;`) that `index` is inside of, if there is one. At its borders one is not inside. */
export function entityAround(text: string, index: number): TextRange | undefined {
  for (let start = index - 1; start >= 0 && index - start < LONGEST_ENTITY; start--) {
    if (text[start] === ';') return undefined;
    if (text[start] === '&') return entityAt(text, start, index);
  }
  return undefined;
}

function entityAt(text: string, start: number, index: number): TextRange | undefined {
  ENTITY.lastIndex = start;
  const match = ENTITY.exec(text);
  return match !== null && start + match[0].length > index ? { start, end: start + match[0].length } : undefined;
}
