import { type TextRange, trimRange } from '../text-range.js';
import { densestWindows, widen } from './excerpt-fragments.js';
import { displayable, type HighlightTags } from './highlight.js';
import { layoutMarks, type Replacement } from './layout-marks.js';

export interface ExcerptOptions {
  /** Where the content has the words of the query, in the order of the text. */
  matches: TextRange[];
  /** The most fragments. */
  fragments: number;
  /** The length of a fragment in UTF-16 units, tags not counted. */
  fragmentSize: number;
  /** What is written around a match; null if matches are not marked. */
  tags: HighlightTags | null;
  /** What to show if there are no matches: the sentences closest to the query in meaning, the best first. */
  fallback: TextRange[];
  /** Where the text to show begins, if not at the beginning of the content. No match and no fallback is before it. */
  from?: number;
}

const ELLIPSIS = '…';
const NO_TAGS: HighlightTags = { pre: '', post: '' };
/** Share of a fragment that may lie between its first and its last match. The rest is for words around them: "sick leave", not "leave". */
const SHARE_OF_MATCHES = 0.75;
/** Real texts have fewer; this bounds the time for others. */
const MOST_MATCHES = 5_000;

/**
 * The parts of a content that show why it was found: fragments in the order of the text, with ellipses between them, and before
 * and after them where the text goes on. White space is shown as single spaces, and marks of headings, lists and tables are not
 * shown. Without matches, the fallback or the start of the content is shown, in whole sentences that may use the length of all
 * fragments together.
 */
export function makeExcerpt(content: string, options: ExcerptOptions): string {
  const whole = trimRange(content, { start: options.from ?? 0, end: content.length });
  const matches = displayable(content, options.matches.slice(0, MOST_MATCHES));
  const ranges = matches.length > 0 ? aroundMatches(content, matches, options) : fromFallback(content, options);
  const fragments = joinNeighbours(content, ranges);
  if (fragments.length === 0) return '';
  const marking = { matches, tags: options.tags ?? NO_TAGS };
  const shown = fragments.map((fragment) => show(content, fragment, marking));
  const before = fragments[0].start > whole.start ? `${ELLIPSIS} ` : '';
  const after = fragments[fragments.length - 1].end < whole.end ? ` ${ELLIPSIS}` : '';
  return before + shown.join(` ${ELLIPSIS} `) + after;
}

function aroundMatches(
  content: string,
  matches: TextRange[],
  { fragments, fragmentSize, from = 0 }: ExcerptOptions,
): TextRange[] {
  const size = Math.ceil(fragmentSize * SHARE_OF_MATCHES);
  const windows = densestWindows(content, matches, { count: fragments, size });
  const ranges: TextRange[] = [];
  for (let i = 0; i < windows.length; i++) {
    const start = ranges.at(-1)?.end ?? from;
    const end = windows[i + 1]?.start ?? content.length;
    ranges.push(widen(content, windows[i], { start, end, size: fragmentSize }));
  }
  return ranges;
}

function fromFallback(content: string, options: ExcerptOptions): TextRange[] {
  const { fallback, fragments, fragmentSize, from = 0 } = options;
  const wanted = fallback.length > 0 ? fallback : [{ start: from, end: content.length }];
  let chosen: TextRange[] = [];
  let room = fragments * fragmentSize;
  for (const sentence of wanted) {
    const { start, end } = trimRange(content, sentence);
    const overlaps = chosen.some((other) => start < other.end && other.start < end);
    // Only the best sentence may be cut; others are shown if they fit whole.
    if (start === end || overlaps || (chosen.length > 0 && end - start > room)) continue;
    const piece = widen(content, { start, end: start }, { start, end, size: room });
    const joined = joinNeighbours(
      content,
      [...chosen, piece].sort((a, b) => a.start - b.start),
    );
    if (joined.length > fragments) continue;
    chosen = joined;
    room -= piece.end - piece.start;
  }
  return chosen;
}

/** Joins fragments with nothing but white space between them. */
function joinNeighbours(content: string, ranges: TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && content.slice(last.end, range.start).trim() === '')
      last.end = Math.max(last.end, range.end);
    else joined.push({ ...range });
  }
  return joined;
}

/** A fragment with its matches in tags. White space is collapsed in the text, but not in the tags. */
function show(
  content: string,
  fragment: TextRange,
  { matches, tags }: { matches: TextRange[]; tags: HighlightTags },
): string {
  const showPart = partsOf(content, fragment);
  let shown = '';
  let written = fragment.start;
  for (const match of matches) {
    if (match.end <= fragment.start) continue;
    if (match.start >= fragment.end) break;
    // A fragment may cut a match: then the part inside it is marked.
    const start = Math.max(fragment.start, match.start);
    const end = Math.min(fragment.end, match.end);
    shown += showPart(written, start) + tags.pre + showPart(start, end) + tags.post;
    written = end;
  }
  return shown + showPart(written, fragment.end);
}

/** White space other than single blanks, and what marks of layout are made of but at the beginning of a line. */
const SPACE_OR_MARKS = /[^\S ]| {2}|[|*_]/;
const WORD_FIRST = /^\p{L}{2}/u;

/** How the parts of a fragment are shown. Most fragments are plain prose, of which nothing has to be looked at twice. */
function partsOf(content: string, { start, end }: TextRange): (from: number, to: number) => string {
  const text = content.slice(start, end);
  if (WORD_FIRST.test(text) && !SPACE_OR_MARKS.test(text)) return (from, to) => content.slice(from, to);
  const marks = layoutMarks(content, { start, end });
  return (from, to) => withoutMarks(content, { start: from, end: to }, marks);
}

/** A part of a fragment without the layout marks that are in it as a whole: of those that a match cuts, something was searched for. */
function withoutMarks(content: string, { start, end }: TextRange, marks: readonly Replacement[]): string {
  let shown = '';
  let written = start;
  for (const mark of marks) {
    if (mark.start < written || mark.end > end) continue;
    shown += levelSpace(content.slice(written, mark.start)) + mark.by;
    written = mark.end;
  }
  return shown + levelSpace(content.slice(written, end));
}

function levelSpace(text: string): string {
  return text.replace(/\s+/g, ' ');
}
