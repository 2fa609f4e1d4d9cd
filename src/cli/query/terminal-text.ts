import type { Screen, Terminal } from '../command.js';

/**
 * Texts of documents on a terminal: without control characters, in lines that fit, with wide characters and combining marks counted
 * as terminals draw them. Text is written in its logical order; terminals that can show right-to-left text order it themselves.
 */

/** Marks around the words that a search has found. No document keeps them: see `plainText`. */
export const MATCH_BEGINS = '\u0002';
export const MATCH_ENDS = '\u0003';
const MATCH_MARKS = new RegExp(`[${MATCH_BEGINS}${MATCH_ENDS}]`, 'gu');

const BOLD = '\u001b[1m';
const NOT_BOLD = '\u001b[22m';

/** Control characters could manipulate the terminal, and overrides of the direction could disguise what is written. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** What can be written to a terminal. Line breaks stay; the marks of matches do, too. */
export function plainText(text: string): string {
  return text.replace(UNSAFE, (character) => {
    if (character === '\n' || character === MATCH_BEGINS || character === MATCH_ENDS) return character;
    return character === '\t' ? ' ' : '';
  });
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/gu, ' ').trim();
}

export interface TextStyle {
  /** Columns that a line may take; infinite unless the screen is a terminal, so that other programs get whole lines. */
  width: number;
  /** Whether matches are shown in bold. */
  bold: boolean;
}

const NARROWEST = 20;

export function styleFor({ output, environment }: Terminal): TextStyle {
  if (!output.isTTY) return { width: Number.POSITIVE_INFINITY, bold: false };
  // https://no-color.org: any value but an empty one.
  return { width: Math.max(NARROWEST, output.columns || 80), bold: !environment.NO_COLOR };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ASCII = /^[\x20-\x7e]*$/;
const HALF_WIDTH = /^[\uff61-\uffdc]/u;
const DOUBLE_WIDTH =
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])|\ufe0f/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

/** How many columns a text takes on a terminal. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0;
  return DOUBLE_WIDTH.test(grapheme) && !HALF_WIDTH.test(grapheme) ? 2 : 1;
}

/**
 * Spaces, words, and single characters of scripts that are written without spaces and may be broken anywhere, except before
 * punctuation that ends a phrase.
 */
const PIECES =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\u3001-\u3003\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\u30fc]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** Writes text that may arrive in parts, in lines that fit, as far as it is known where they break. */
export class WrappedText {
  #column = 0;
  #space = false;
  #pending = '';
  readonly #screen: Screen;
  readonly #style: TextStyle;
  readonly #indent: string;

  /** Every line is indented but the first, which may begin anywhere: `column` is what stands before it. */
  constructor(screen: Screen, style: TextStyle, { indent = 0, column = 0 }: { indent?: number; column?: number } = {}) {
    this.#screen = screen;
    this.#style = style;
    this.#indent = ' '.repeat(indent);
    this.#column = column;
  }

  write(text: string): void {
    const pieces = (this.#pending + plainText(text)).match(PIECES) ?? [];
    // The last piece may go on in the next part.
    this.#pending = pieces.pop() ?? '';
    for (const piece of pieces) this.#place(piece);
  }

  end(): void {
    if (this.#pending.trim() !== '') this.#place(this.#pending);
    this.#pending = '';
    this.#screen.write('\n');
  }

  #place(piece: string): void {
    if (piece.trim() === '') {
      const breaks = Math.min(2, piece.split('\n').length - 1);
      if (breaks > 0) this.#break(breaks);
      else this.#space = true;
      return;
    }
    const width = displayWidth(piece);
    const space = this.#space && this.#column > this.#indent.length ? 1 : 0;
    this.#space = false;
    if (this.#column + space + width > this.#style.width && this.#column > this.#indent.length) this.#break(1);
    else if (space === 1) this.#put(' ', 1);
    if (width > this.#style.width - this.#indent.length) this.#placeCharacters(piece);
    else this.#put(piece, width);
  }

  /** For a piece that is longer than a line. */
  #placeCharacters(piece: string): void {
    for (const { segment } of graphemes.segment(piece)) {
      const width = displayWidth(segment);
      if (this.#column + width > this.#style.width) this.#break(1);
      this.#put(segment, width);
    }
  }

  #break(lines: number): void {
    this.#screen.write('\n'.repeat(lines) + this.#indent);
    this.#column = this.#indent.length;
    this.#space = false;
  }

  #put(text: string, width: number): void {
    this.#screen.write(this.#showMatches(text));
    this.#column += width;
  }

  #showMatches(text: string): string {
    return text.replace(MATCH_MARKS, (mark) => {
      if (!this.#style.bold) return '';
      return mark === MATCH_BEGINS ? BOLD : NOT_BOLD;
    });
  }
}

/** Writes a text as one paragraph: `first` begins it, and further lines are indented as far. */
export function writeParagraph(
  screen: Screen,
  style: TextStyle,
  { first, text }: { first: string; text: string },
): void {
  screen.write(first);
  const column = displayWidth(first);
  const paragraph = new WrappedText(screen, style, { indent: column, column });
  paragraph.write(oneLine(text));
  paragraph.end();
}

/** The beginning of a text, cut between words where there are any. */
export function clipText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/u, '');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > length / 2 ? cut.slice(0, lastSpace) : cut} …`;
}
