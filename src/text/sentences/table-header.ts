import type { Language } from '../../domain/document/language.js';
import { isTableLine } from './sentences.js';
import { headerOf, tablesOf } from './table-rows.js';

/** In UTF-16 units. So far back a header is looked for: this bounds the time for endless tables. */
const FARTHEST_HEADER = 20_000;
/** As many rows tell whether the first one is a header. */
const ROWS_TO_TELL = 20;

/**
 * The line with the names of the columns of the table that goes on at a place of a content, as it is written; null if no table does,
 * if it has no such line, or if that is at this place.
 */
export function headerAbove(content: string, place: number, language: Language): string | null {
  const lineStart = content.lastIndexOf('\n', place - 1) + 1;
  if (lineStart === 0 || content.slice(lineStart, place).trim() !== '') return null;
  if (!isTableLine(lineAt(content, lineStart))) return null;
  const top = topOfTable(content, lineStart);
  if (top === null || top === lineStart) return null;
  const table = tablesOf(content.slice(top, lineEnd(content, lineStart))).at(-1) ?? [];
  const isAbove = table.length > 1 && headerOf(table.slice(0, ROWS_TO_TELL), language) !== null;
  return isAbove ? content.slice(top + table[0].start, top + table[0].end) : null;
}

/** Where the run of lines begins that may be rows; null if that is too far away. */
function topOfTable(content: string, lineStart: number): number | null {
  let top = lineStart;
  while (top > 0) {
    const above = content.lastIndexOf('\n', top - 2) + 1;
    const line = content.slice(above, top - 1);
    if (lineStart - above > FARTHEST_HEADER) return null;
    if (!line.includes('|') && !isTableLine(line)) return top;
    top = above;
  }
  return top;
}

function lineAt(content: string, start: number): string {
  return content.slice(start, Math.min(lineEnd(content, start), start + FARTHEST_HEADER));
}

function lineEnd(content: string, start: number): number {
  const end = content.indexOf('\n', start);
  return end < 0 ? content.length : end;
}
