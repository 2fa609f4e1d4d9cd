import { TextLayout } from './text-layout.js';

const LINE_BREAKS = /\s*\n\s*/g;

/** One row of a table while its cells are read. */
export class TableRow {
  readonly #cells: TextLayout[] = [];

  startCell(): TextLayout {
    const cell = new TextLayout();
    this.#cells.push(cell);
    return cell;
  }

  /**
   * Writes the row as one line of cells. Tables are also used to place whole articles on a page: a row with one cell, or
   * with paragraphs in one, is written as blocks under each other.
   */
  writeTo(layout: TextLayout): void {
    const cells = this.#cells.map((cell) => cell.toString());
    if (cells.every((cell) => cell === '')) return;
    const blocks = cells.length === 1 || cells.some((cell) => cell.includes('\n\n'));
    for (const block of blocks ? cells : [lineOf(cells)]) writeBlock(block, layout);
  }
}

/** Empty cells keep the others in their columns, but at the end of a row they say nothing. */
function lineOf(cells: readonly string[]): string {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  return filled.map((cell) => cell.replace(LINE_BREAKS, ' ')).join(' | ');
}

function writeBlock(text: string, layout: TextLayout): void {
  const gap = text.includes('\n') ? 'paragraph' : 'line';
  layout.startBlock(gap);
  layout.preformatted(text);
  layout.startBlock(gap);
}
