import type { TextRange } from '../text-range.js';

/** What is in quotes or brackets, with them. */
export interface Enclosure extends TextRange {
  isQuote: boolean;
}

/** By its sign, what closes what the sign opens. */
const CLOSERS: Record<string, string> = {
  '(': ')',
  '[': ']',
  '（': '）',
  '【': '】',
  '“': '”',
  '‘': '’',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '”': '”',
  '"': '"',
  '「': '」',
  '『': '』',
  '《': '》',
  '〈': '〉',
};
const BRACKETS = new Set('([（【《〈');
/** These signs open in some languages and close in others; they open only at the beginning of a word. */
const AMBIGUOUS = new Set('“”«»"‘');
/** After a backslash a quote is an umlaut of TeX. */
const SIGNS = /(?<!\\)[()[\]（）【】“”„‘’«»"「」『』《》〈〉]|\n\s*\n/g;
const BEFORE_OPENING = /[\s([（「『—–\-:：/,，、]/;
const WORD = /[\p{L}\p{N}]/u;
/** More than anyone nests. */
const DEEPEST = 6;

/**
 * Quotations and brackets that are closed within their paragraph and at most `longest` units long, in the order of their ends.
 * Straight apostrophes are no quotes, nor is a sign inside a word (Hebrew ד"ר).
 */
export function enclosuresOf(text: string, longest: number): Enclosure[] {
  const found: Enclosure[] = [];
  let open: { sign: string; start: number }[] = [];
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    if (sign.length > 1) {
      open = [];
      continue;
    }
    const opened = open.findLastIndex((one) => CLOSERS[one.sign].includes(sign));
    if (opened >= 0 && closes(text, sign, index)) {
      const { sign: opening, start } = open[opened];
      if (index + 1 - start <= longest) found.push({ start, end: index + 1, isQuote: !BRACKETS.has(opening) });
      open = open.slice(0, opened);
    } else if (sign in CLOSERS && opens(text, sign, index)) {
      open = [...open.slice(-DEEPEST), { sign, start: index }];
    }
  }
  return found;
}

function opens(text: string, sign: string, index: number): boolean {
  if (!AMBIGUOUS.has(sign)) return true;
  const isFirst = index === 0 || BEFORE_OPENING.test(text[index - 1]) || isUnspacedQuote(text, sign, index);
  return isFirst && index + 1 < text.length;
}

/** Chinese puts no space before “. */
function isUnspacedQuote(text: string, sign: string, index: number): boolean {
  return sign === '“' && !/[.!?,]/.test(text[index - 1]);
}

/** A straight quote before a letter opens, or stands inside a word; so does an apostrophe. */
function closes(text: string, sign: string, index: number): boolean {
  if (sign === '’') return index + 1 >= text.length || !WORD.test(text[index + 1]);
  return sign !== '"' || index + 1 >= text.length || !WORD.test(text[index + 1]) || !WORD.test(text[index - 1]);
}

/** Which places of a text are inside of enclosures, asked in ascending order. */
export class EnclosedPlaces {
  readonly #merged: TextRange[] = [];
  #next = 0;

  constructor(enclosures: readonly TextRange[]) {
    for (const { start, end } of [...enclosures].sort((a, b) => a.start - b.start)) {
      const last = this.#merged.at(-1);
      if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
      else this.#merged.push({ start, end });
    }
  }

  /** Whether an enclosure begins before a place and ends after it. */
  has(place: number): boolean {
    while (this.#next < this.#merged.length && this.#merged[this.#next].end <= place) this.#next++;
    return this.#next < this.#merged.length && this.#merged[this.#next].start < place;
  }
}
