/** A run of text on a page, as pdf.js gives it. `transform[4]` and `[5]` are the place of its start; y grows upwards. */
export interface TextRun {
  str: string;
  transform: readonly number[];
  height: number;
  hasEOL: boolean;
}

interface Line {
  text: string;
  y: number;
  height: number;
}

/** The distance of two baselines, in line heights, above which a new paragraph begins. */
const PARAGRAPH_GAP = 1.75;
/** Below this, in line heights, text is on the same line or in another column. */
const BACKWARDS = -0.5;

/**
 * The text of a page with its paragraphs: a PDF has only lines, which would be mistaken for the ends of sentences. Words that
 * were hyphenated at the end of a line are joined.
 */
export function pageText(runs: readonly TextRun[]): string {
  let text = '';
  let last: Line | null = null;
  for (const line of linesOf(runs)) {
    if (last === null) text = line.text;
    else if (beginsParagraph(line, last)) text += `\n\n${line.text}`;
    else if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line.text)) text = text.slice(0, -1) + line.text;
    else text += ` ${line.text}`;
    last = line;
  }
  return text;
}

/** How much larger than most lines a title is. */
const TITLE_SCALE = 1.25;
const LONGEST_TITLE = 200;

/** The lines of a first page that are larger than all others; empty if none stand out. */
export function titleOnPage(runs: readonly TextRun[]): string {
  const lines = [...linesOf(runs)];
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  const largest = heights.at(-1) ?? 0;
  const start = lines.findIndex(({ height }) => height === largest);
  const rest = lines.slice(start);
  const end = rest.findIndex(({ height }) => height !== largest);
  const title = rest
    .slice(0, end)
    .map(({ text }) => text)
    .join(' ');
  const stands = end > 0 && largest >= TITLE_SCALE * heights[heights.length >> 1];
  return stands && /\p{L}{2}/u.test(title) && title.length <= LONGEST_TITLE ? title : '';
}

function* linesOf(runs: readonly TextRun[]): Generator<Line> {
  let line: Line | null = null;
  for (const { str, transform, height, hasEOL } of runs) {
    if (str.trim() !== '') line ??= { text: '', y: transform[5], height };
    if (line !== null) line.text += str;
    if (!hasEOL || line === null) continue;
    yield tidy(line);
    line = null;
  }
  if (line !== null) yield tidy(line);
}

function tidy(line: Line): Line {
  return { ...line, text: line.text.replace(/\s+/g, ' ').trim() };
}

function beginsParagraph(line: Line, last: Line): boolean {
  const height = Math.max(line.height, last.height) || 1;
  const gap = (last.y - line.y) / height;
  const otherSize = Math.abs(line.height - last.height) > 0.2 * height;
  return gap > PARAGRAPH_GAP || gap < BACKWARDS || otherSize;
}
