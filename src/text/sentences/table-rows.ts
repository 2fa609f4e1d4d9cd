import type { Language } from '../../domain/document/language.js';
import type { TextRange } from '../text-range.js';
import { isEmptyName } from './column-names.js';
import { listMarkLengths } from './list-marks.js';
import { isEnded } from './sentence-signs.js';
import { isTableLine, sentencesOf } from './sentences.js';

/** A sentence, or a row of a table, which is none. */
export interface TextUnit extends TextRange {
  /** What the row says, or the sentence as it is written, without the mark of a list item. */
  text: string;
  /** Null for a sentence. */
  row: TableRow | null;
}

export interface TableRow {
  /** In words of its own and of its header. */
  says: string;
  cells: readonly string[];
  /** The number of its table in the text, from 0. */
  table: number;
  /** Whether it may have the names of the columns, which is not sure. */
  mayBeHeader: boolean;
}

interface TableLine extends TextRange {
  row: TableRow;
}

interface Row extends TextRange {
  cells: string[];
  /** Whether its cells have double borders, as converted headers do. */
  isHeader: boolean;
}

const PIPES = /^\s*\||\s\|\|?\s/;
/** Around the whole row. A sign at its beginning alone is the border of an empty cell. */
const OUTER_PIPES = /^\s*\|(.*)\|\s*$/;
const HEADER = /(?:^|\s)\|\|\s/;
/** The line below the header of a table in Markdown. */
const RULE = /^\|?(?:\s*:?-{2,}:?\s*\|)*\s*:?-{2,}:?\s*\|?$/;
const MAY_HAVE_ROWS = /\||\t/;
const HAS_DIGIT = /\p{Nd}/u;
/** A table of two columns without a rule is more often a list of properties than one with a header. */
const FEWEST_COLUMNS = 3;
/** The share of the rows below a header that have numbers: in some, all cells may be "none" or "-". */
const NUMERIC_ROWS = 0.5;

/**
 * The sentences of a text and the rows of its tables, in order. A header is no row: what it says is said with each of them.
 * `above`: the header of the table that the text begins in the middle of, if it does.
 */
export function unitsOf(text: string, language: Language, above: string | null = null): TextUnit[] {
  const rows = MAY_HAVE_ROWS.test(text) ? rowsOf(text, language, above) : [];
  const sentences = outside(sentencesOf(text, language), rows);
  const marks = listMarkLengths(text, sentences);
  const prose = sentences.map(({ start, end }, i) => ({
    start,
    end,
    text: text.slice(start + marks[i], end),
    row: null,
  }));
  if (rows.length === 0) return prose;
  const telling = rows.filter(({ row }) => row.says !== '').map((line) => ({ ...line, text: line.row.says }));
  return [...prose, ...telling].sort((a, b) => a.start - b.start);
}

/** The sentences that are no part of a row. Both are in the order of the text. */
function outside(sentences: readonly TextRange[], rows: readonly TextRange[]): TextRange[] {
  let next = 0;
  return sentences.filter(({ start }) => {
    while (next < rows.length && rows[next].end <= start) next++;
    return next === rows.length || start < rows[next].start;
  });
}

/** All lines of tables; those that have nothing to say of their own say ''. */
function rowsOf(text: string, language: Language, above: string | null): TableLine[] {
  return tablesOf(text).flatMap((lines, table) => {
    const goesOn = above !== null && lines[0].start === 0 && !lines[0].isHeader;
    if (goesOn) return sayRows(lines, { table, language, header: cellsOf(above) });
    const isProse = lines.length === 1 && isEnded(text.slice(lines[0].start, lines[0].end), language);
    return isProse ? [] : sayTable(lines, table, language);
  });
}

/** Runs of lines that are written like rows. A header begins a new table. */
export function tablesOf(text: string): Row[][] {
  const tables: Row[][] = [];
  const lines = text.split('\n');
  let end = -1;
  let isOpen = false;
  for (const [i, line] of lines.entries()) {
    const start = end + 1;
    end = start + line.length;
    // Code has double signs too: only rows below tell that these are borders.
    const isHeader = isHeaderLine(line) && isTableLine(lines[i + 1] ?? '');
    const isRow: boolean = isHeader || isTableLine(line) || (isOpen && RULE.test(line.trim()));
    if (isHeader || (isRow && !isOpen)) tables.push([]);
    if (isRow) tables[tables.length - 1].push({ ...trimmed(line, start), cells: cellsOf(line), isHeader });
    isOpen = isRow;
  }
  return tables;
}

/** Whether a line has the double borders of a converted header. */
export function isHeaderLine(line: string): boolean {
  return HEADER.test(line);
}

function trimmed(line: string, start: number): TextRange {
  const from = start + line.length - line.trimStart().length;
  return { start: from, end: from + line.trim().length };
}

function cellsOf(line: string): string[] {
  const cells = PIPES.test(line) ? (OUTER_PIPES.exec(line)?.[1] ?? line).split(/\|\|?/) : line.split('\t');
  return cells.map((cell) => cell.trim());
}

function sayTable(rows: readonly Row[], table: number, language: Language): TableLine[] {
  const header = headerOf(rows, language);
  const [first, ...others] = sayRows(rows, { table, language, header });
  if (header !== null) return [{ ...first, row: { ...first.row, says: '' } }, ...others];
  return [{ ...first, row: { ...first.row, mayBeHeader: canBeHeader(first.row.cells) } }, ...others];
}

interface RowsOfTable {
  table: number;
  language: Language;
  header: readonly string[] | null;
}

function sayRows(rows: readonly Row[], { table, language, header }: RowsOfTable): TableLine[] {
  const names = header !== null && namesColumns(header, language) ? header : null;
  return rows.map(({ start, end, cells }) => {
    const says = isRule(cells) ? '' : sayRow(cells, names);
    return { start, end, row: { says, cells, table, mayBeHeader: false } };
  });
}

/**
 * The names of the columns, if the first row is sure to have them: with double borders, above a rule, without the numbers that
 * others have, or "Property | Value".
 */
export function headerOf(rows: readonly Row[], language: Language): string[] | null {
  const [first, ...others] = rows;
  if (first.isHeader) return first.cells;
  if (others.length === 0) return null;
  if (isRule(others[0].cells) || !namesColumns(first.cells, language)) return first.cells;
  const numeric = others.filter(({ cells }) => hasDigits(cells)).length;
  return canBeHeader(first.cells) && numeric >= others.length * NUMERIC_ROWS ? first.cells : null;
}

/** Of two columns whose second one is called "Value", the first has the names: nobody says "Property: Power; Value: 1200 W". */
function namesColumns(header: readonly string[], language: Language): boolean {
  return header.length !== 2 || !isEmptyName(header[1], language);
}

function canBeHeader(cells: readonly string[]): boolean {
  return cells.length >= FEWEST_COLUMNS && !hasDigits(cells);
}

function hasDigits(cells: readonly string[]): boolean {
  return cells.some((cell) => HAS_DIGIT.test(cell));
}

function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^:?-{2,}:?$/.test(cell));
}

/** "Name: Anna; Town: Bonn", or "Anna: Bonn, 41" where the names of the columns are not known or say nothing. */
function sayRow(cells: readonly string[], header: readonly string[] | null): string {
  if (header !== null) {
    const said = cells.map((cell, i) => ((header[i] ?? '') === '' || cell === '' ? cell : `${header[i]}: ${cell}`));
    return said.filter((cell) => cell !== '').join('; ');
  }
  const [first, ...others] = cells.filter((cell) => cell !== '');
  return others.length === 0 ? (first ?? '') : `${first}: ${others.join(', ')}`;
}
