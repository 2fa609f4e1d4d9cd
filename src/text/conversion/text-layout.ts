import { isUnspaced } from '../unspaced-scripts.js';

/** Deeper lists are not indented further: hostile nesting would make a page of spaces. */
const DEEPEST_INDENT = 8;

const WHITE_SPACE = /[ \t\n\f\r\u00a0]+/g;
const NO_BREAK_SPACE = /\u00a0/g;
/** A letter with its accents. */
const LONGEST_CHARACTER = 8;
const ENDS_IN_WORD = /[\p{L}\p{N}]\p{M}*$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;

/** What separates two blocks: a line break, or a blank line. */
export type Gap = 'line' | 'paragraph';

/**
 * Lays text out in lines. Breaks and spaces are written only when more text follows, so none are doubled and none are left
 * at the end.
 */
export class TextLayout {
  readonly #parts: string[] = [];
  #pendingLines = 0;
  #pendingSpace = false;
  /** What was written last does not run into a word that follows. */
  #standsApart = false;
  #marker = '';
  #listDepth = 0;

  /** Writes text in which any run of white space is one space. */
  flow(text: string): void {
    const collapsed = text.replace(WHITE_SPACE, ' ');
    const words = collapsed.trim();
    if (collapsed.startsWith(' ')) this.#pendingSpace = true;
    if (words === '') return;
    this.#write(words);
    this.#pendingSpace = collapsed.endsWith(' ');
  }

  /** Writes text in which white space is kept. */
  preformatted(text: string): void {
    if (text !== '') this.#write(text.replace(NO_BREAK_SPACE, ' '));
  }

  /** What is written before and after this are different words, also where no white space parts them. */
  partWords(): void {
    this.#standsApart = true;
  }

  startBlock(gap: Gap): void {
    // Inside a list, blank lines would separate its items.
    const lines = gap === 'paragraph' && this.#listDepth === 0 ? 2 : 1;
    this.#pendingLines = Math.max(this.#pendingLines, lines);
    this.#pendingSpace = false;
  }

  /** Ends the line. A second call makes a blank line; further calls change nothing. */
  breakLine(): void {
    this.#pendingLines = Math.min(this.#pendingLines + 1, 2);
    this.#pendingSpace = false;
  }

  openList(): void {
    this.startBlock('paragraph');
    this.#listDepth++;
  }

  closeList(): void {
    this.#listDepth--;
    this.#marker = '';
    this.startBlock('paragraph');
  }

  /** Starts a list item. Its marker is written with its first text, so an empty item leaves no trace. */
  startItem(marker: string): void {
    this.startBlock('line');
    this.#marker = marker;
  }

  endItem(): void {
    this.#marker = '';
    this.startBlock('line');
  }

  toString(): string {
    return this.#parts.join('').replace(/^\n+/, '').trimEnd();
  }

  #write(text: string): void {
    if (this.#pendingLines > 0) this.#endLine();
    if (this.#parts.length === 0 || this.#pendingLines > 0) this.#parts.push(this.#lineStart());
    else if (this.#pendingSpace || (this.#standsApart && this.#continuesWord(text))) this.#parts.push(' ');
    this.#parts.push(text);
    this.#pendingLines = 0;
    this.#pendingSpace = false;
    this.#standsApart = false;
  }

  /** Scripts without spaces between words have none here either. */
  #continuesWord(text: string): boolean {
    const before = this.#parts[this.#parts.length - 1];
    if (isUnspaced(text.charCodeAt(0)) || isUnspaced(before.charCodeAt(before.length - 1))) return false;
    return BEGINS_WITH_WORD.test(text) && ENDS_IN_WORD.test(before.slice(-LONGEST_CHARACTER));
  }

  /** Writes the pending line breaks in place of white space at the end: preformatted text may end in breaks of its own. */
  #endLine(): void {
    while (this.#parts.length > 0 && this.#parts[this.#parts.length - 1].trimEnd() === '') this.#parts.pop();
    if (this.#parts.length === 0) return;
    this.#parts.push(`${this.#parts.pop()?.trimEnd()}${'\n'.repeat(this.#pendingLines)}`);
  }

  #lineStart(): string {
    const depth = Math.min(this.#marker === '' ? this.#listDepth : this.#listDepth - 1, DEEPEST_INDENT);
    const start = '  '.repeat(Math.max(depth, 0)) + this.#marker;
    this.#marker = '';
    return start;
  }
}

/** Looked for only where white space begins: from each of its places, a long run would take quadratic time. */
const LINE_BREAKS = /(?<!\s)\s*\n\s*/g;

/** One row of a table while its cells are read. */
export class TableRow {
  readonly #cells: TextLayout[] = [];
  #isHeader = true;

  /** `isHeading`: whether the cell names a column or row. A row of nothing else is a header. */
  startCell(isHeading: boolean): TextLayout {
    const cell = new TextLayout();
    this.#cells.push(cell);
    if (!isHeading) this.#isHeader = false;
    return cell;
  }

  /**
   * Writes the row as one line of cells. But tables are also used to lay out whole articles: a row with a single cell, or with
   * paragraphs in a cell, is written as one block per cell.
   */
  writeTo(layout: TextLayout): void {
    const cells = this.#cells.map((cell) => cell.toString());
    if (cells.every((cell) => cell === '')) return;
    const blocks = cells.length === 1 || cells.some((cell) => cell.includes('\n\n'));
    for (const block of blocks ? cells : [lineOf(cells, this.#isHeader)]) writeBlock(block, layout);
  }
}

/**
 * Keeps empty cells, so that the others stay in their columns, except at the end of the row. A header has double borders:
 * otherwise nothing would tell it from a row where the rows have no numbers either.
 */
function lineOf(cells: readonly string[], isHeader: boolean): string {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  return filled.map((cell) => cell.replace(LINE_BREAKS, ' ')).join(isHeader ? ' || ' : ' | ');
}

function writeBlock(text: string, layout: TextLayout): void {
  const gap = text.includes('\n') ? 'paragraph' : 'line';
  layout.startBlock(gap);
  layout.preformatted(text);
  layout.startBlock(gap);
}
