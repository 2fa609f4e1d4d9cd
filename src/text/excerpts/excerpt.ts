import type { TextRange } from '../text-range.js';
import { trim, widen } from './excerpt-fragment.js';
import { densestWindows } from './excerpt-windows.js';
import { displayable, type HighlightTags } from './highlight.js';

export interface ExcerptOptions {
  /** Where the content has what was looked for, in the order of the text. */
  matches: TextRange[];
  /** The most fragments. */
  fragments: number;
  /** The length of a fragment in UTF-16 units, tags not counted. */
  fragmentSize: number;
  /** Null leaves matches as they are. */
  tags: HighlightTags | null;
  /** What to show when there are no matches, the best first: the sentences that fit the query in meaning. */
  fallback: TextRange[];
}

const ELLIPSIS = '…';
const NO_TAGS: HighlightTags = { pre: '', post: '' };
/** More than any text that is read has; a bound on the time for others. */
const MOST_MATCHES = 5_000;

/**
 * The parts of a content that show why it was found: fragments in the order of the text, joined by ellipses, which also
 * say that the text goes on before and after. White space is shown as single spaces. Without matches the fallback or the
 * beginning is shown, in whole sentences that may use the length of all fragments together.
 */
export function makeExcerpt(content: string, options: ExcerptOptions): string {
  const whole = trim(content, { start: 0, end: content.length });
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
  { fragments, fragmentSize }: ExcerptOptions,
): TextRange[] {
  const windows = densestWindows(content, matches, { count: fragments, size: fragmentSize });
  const ranges: TextRange[] = [];
  for (let i = 0; i < windows.length; i++) {
    const start = ranges.at(-1)?.end ?? 0;
    const end = windows[i + 1]?.start ?? content.length;
    ranges.push(widen(content, windows[i], { start, end, size: fragmentSize }));
  }
  return ranges;
}

function fromFallback(content: string, { fallback, fragments, fragmentSize }: ExcerptOptions): TextRange[] {
  const wanted = fallback.length > 0 ? fallback : [{ start: 0, end: content.length }];
  let chosen: TextRange[] = [];
  let room = fragments * fragmentSize;
  for (const sentence of wanted) {
    const { start, end } = trim(content, sentence);
    const overlaps = chosen.some((other) => start < other.end && other.start < end);
    // Only the best may be cut. Of the others, those are shown that fit whole.
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

/** Fragments with nothing but white space between them are one. */
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

/** A fragment with its matches in tags. White space is evened in the text, but never in the tags. */
function show(
  content: string,
  fragment: TextRange,
  { matches, tags }: { matches: TextRange[]; tags: HighlightTags },
): string {
  const text = content.slice(fragment.start, fragment.end);
  const even = UNEVEN_SPACE.test(text) ? evenSpace : asItIs;
  let shown = '';
  let written = 0;
  for (const match of matches) {
    if (match.start >= fragment.end || match.end <= fragment.start) continue;
    // Of a match that a fragment cuts, a part is shown.
    const start = Math.max(0, match.start - fragment.start);
    const end = Math.min(text.length, match.end - fragment.start);
    shown += even(text.slice(written, start)) + tags.pre + even(text.slice(start, end)) + tags.post;
    written = end;
  }
  return shown + even(text.slice(written));
}

/** Anything but single blanks. */
const UNEVEN_SPACE = /[^\S ]| {2}/;

function evenSpace(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function asItIs(text: string): string {
  return text;
}
