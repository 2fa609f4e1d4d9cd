import { TextLayout } from './text-layout.js';

const LINE_BREAKS = /\s*\n\s*/g;

/** One row of a table while its cells are read. */
export class TableRow {
  private readonly cells: TextLayout[] = [];

  startCell(): TextLayout {
    const cell = new TextLayout();
    this.cells.push(cell);
    return cell;
  }

  /**
   * Writes the row as one line of cells. Tables are also used to place whole articles on a page: a row with one cell, or
   * with paragraphs in one, is written as blocks under each other.
   */
  writeTo(layout: TextLayout): void {
    const cells = this.cells.map((cell) => cell.toString());
    if (cells.every((cell) => cell === '')) return;
    const blocks = cells.length === 1 || cells.some((cell) => cell.includes('\n\n'));
    for (const block of blocks ? cells : [lineOf(cells)]) writeBlock(block, layout);
  }
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell) => cell.replace(LINE_BREAKS, ' ')).join(' | ');
}

function writeBlock(text: string, layout: TextLayout): void {
  const gap = text.includes('\n') ? 'paragraph' : 'line';
  layout.startBlock(gap);
  layout.preformatted(text);
  layout.startBlock(gap);
}
