import { listMarkLengths } from '../sentences/list-marks.js';
import { isTableLine } from '../sentences/sentences.js';
import { isHeaderLine } from '../sentences/table-rows.js';
import { isSpace, skipSpace, type TextRange, trimmedEnd } from '../text-range.js';

/** A part of a content that is shown as something else. */
export interface Replacement extends TextRange {
  by: string;
}

/** A line without the marks and white space around its text. */
interface Line extends TextRange {
  isRow: boolean;
}

/** In UTF-16 units. What stands around a fragment tells whether its numbers are those of a list, and its signs borders of cells. */
const CONTEXT = 300;
/** Marks that begin a line, borders of cells, and signs around emphasis. An underscore between letters is part of a name. */
const MAY_HAVE_MARKS =
  /(?:^|\n)[^\S\n]*(?:[#>*•‣–◦▪●=_~:-]|\(?(?:\d{1,3}|[a-z])[.)]\s)|\||\*\*|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u;
const HEADING_OR_QUOTE = /^(?:#{1,6}\s+|(?:>\s?)+)/;
/** Lines of signs alone: below a heading, between paragraphs. */
const RULE = /^[-=*_~]{3,}$/;
/** Below the header of a table, with dashes side by side. */
const TABLE_RULE = /^[|:\-\s]+$/;
/** With those of empty cells. Looked for where white space begins, because a long run of it would take quadratic time. */
const CELL_BORDERS = /(?<!\s)(?:\s+\|{1,2}(?=\s))+\s*/g;
/** `**words**`, `_some words_`, `__some words__`: not within a word or a formula. */
const EMPHASIS =
  /(?<![\p{L}\p{N}*])(\*\*)(?=[^\s*])[^*\n]{1,300}?(?<=\S)\1(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])(__?)(?=[^\s_])[^_\n]{1,300}?(?<=\S)\2(?![\p{L}\p{N}_])/gu;
const ENDS_WITHOUT_SIGN = /[\p{L}\p{M}\p{N}%)\]](?:\*\*|__?)?$/u;

/** In UTF-16 units: a letter, and the signs of emphasis after it. */
const LONGEST_END = 4;

/** Between items of a list and rows of a table that do not end like sentences. */
const BETWEEN_LINES = ' · ';
const BETWEEN_CELLS = ', ';

/**
 * The marks of headings, list items, quoted lines, cells and emphasis in a fragment of a content, with the white space around them, and what
 * is shown for them: in one line of text they mean nothing. In order and without overlap.
 */
export function layoutMarks(content: string, fragment: TextRange): Replacement[] {
  if (!MAY_HAVE_MARKS.test(content.slice(fragment.start, fragment.end))) return [];
  const context = {
    start: Math.max(0, fragment.start - CONTEXT),
    end: Math.min(content.length, fragment.end + CONTEXT),
  };
  const lines = linesIn(content, context);
  const replacements: Replacement[] = [];
  for (const [i, line] of lines.entries()) {
    replacements.push(...gapBetween(content, lines[i - 1] ?? null, line, context));
    const borders = line.isRow ? bordersIn(content, line) : [];
    replacements.push(...[...borders, ...emphasisIn(content, line)].sort((a, b) => a.start - b.start));
  }
  replacements.push({ start: lines.at(-1)?.end ?? context.start, end: context.end, by: '' });
  return replacements.flatMap((replacement) => inside(fragment, replacement));
}

/** The lines that have more than marks. */
function linesIn(content: string, context: TextRange): Line[] {
  const ranges = lineRanges(content, context);
  const items = listMarkLengths(content, ranges);
  const isRow = ranges.map(({ start, end }) => {
    const line = content.slice(start, end);
    return isTableLine(line) || isHeaderLine(line) || (line.includes('|') && isRule(line));
  });
  return ranges.flatMap((range, i): Line[] => {
    const isInTable = isRow[i] && (isRow[i - 1] === true || isRow[i + 1] === true);
    const start = range.start + Math.max(items[i], markLength(content, range, context));
    const text = content.slice(start, range.end);
    const [first, last] = isInTable ? bodyOf(text) : [0, text.length];
    return first < last ? [{ start: start + first, end: start + last, isRow: isInTable }] : [];
  });
}

/** Lines that are not blank, without the white space around them. */
function lineRanges(content: string, { start, end }: TextRange): TextRange[] {
  const ranges: TextRange[] = [];
  for (let from = start; from < end; ) {
    const next = content.indexOf('\n', from);
    const to = next < 0 || next > end ? end : next;
    const first = skipSpace(content, from, to);
    if (first < to) ranges.push({ start: first, end: trimmedEnd(content, first, to) });
    from = to + 1;
  }
  return ranges;
}

/** Of a line of signs alone, all of it is a mark. The context may begin inside of a line, which then has none. */
function markLength(content: string, { start, end }: TextRange, context: TextRange): number {
  if (start === context.start && start > 0 && content[start - 1] !== '\n') return 0;
  const line = content.slice(start, end);
  return isRule(line) ? line.length : (HEADING_OR_QUOTE.exec(line)?.[0].length ?? 0);
}

function isRule(line: string): boolean {
  return RULE.test(line) || (TABLE_RULE.test(line) && line.includes('--'));
}

/** Where the cells of a row begin and end, inside its outer borders. */
function bodyOf(row: string): [number, number] {
  const isBorder = (i: number) => row[i] === '|' || isSpace(row.charCodeAt(i));
  let first = 0;
  let last = row.length;
  while (first < last && isBorder(first)) first++;
  while (last > first && isBorder(last - 1)) last--;
  return [first, last];
}

/** What is shown between two lines, if more than white space is left out or one of them is a row. */
function gapBetween(content: string, before: Line | null, line: Line, context: TextRange): Replacement[] {
  const gap = { start: before?.end ?? context.start, end: line.start };
  if (before === null) return [{ ...gap, by: '' }];
  const hasRow = before.isRow || line.isRow;
  if (!hasRow && content.slice(gap.start, gap.end).trim() === '') return [];
  const isOpen = ENDS_WITHOUT_SIGN.test(content.slice(Math.max(before.start, gap.start - LONGEST_END), gap.start));
  return [{ ...gap, by: isOpen ? BETWEEN_LINES : ' ' }];
}

function bordersIn(content: string, { start, end }: TextRange): Replacement[] {
  return [...content.slice(start, end).matchAll(CELL_BORDERS)].map((border) => {
    const from = start + border.index;
    return { start: from, end: from + border[0].length, by: BETWEEN_CELLS };
  });
}

/** The signs around emphasised words. One word between underscores may be a name in a program, such as `__init__`. */
function emphasisIn(content: string, { start, end }: TextRange): Replacement[] {
  return [...content.slice(start, end).matchAll(EMPHASIS)].flatMap(
    ({ 0: emphasis, 1: stars, 2: underscores, index }) => {
      if (stars === undefined && !/\s/.test(emphasis)) return [];
      const { length } = stars ?? underscores;
      const first = start + index;
      const last = first + emphasis.length;
      return [
        { start: first, end: first + length, by: '' },
        { start: last - length, end: last, by: '' },
      ];
    },
  );
}

/** The part of a replacement that is in a fragment. Nothing is shown for one at its beginning or end. */
function inside(fragment: TextRange, { start, end, by }: Replacement): Replacement[] {
  const from = Math.max(start, fragment.start);
  const to = Math.min(end, fragment.end);
  if (from >= to) return [];
  return [{ start: from, end: to, by: from === fragment.start || to === fragment.end ? '' : by }];
}
