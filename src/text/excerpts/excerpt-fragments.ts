import { wholeWords, wordEnd, wordStart } from '../borders.js';
import { overlap, type TextRange, trimRange } from '../text-range.js';

/** A stretch of text, at most as long as a fragment, that begins and ends with a match. */
interface Window extends TextRange {
  /** How many different words its matches are. */
  distinct: number;
  matches: number;
}

/** Matches in a row, by their indexes: `from` up to but not including `to`. No window extends beyond its group. */
interface Group {
  from: number;
  to: number;
}

interface Matched {
  matches: readonly TextRange[];
  /** For each match the number of its word, so that words are compared once and not for every window. */
  words: readonly number[];
}

/**
 * The densest windows around matches (none of which may be empty), in the order of the text and without overlap. More
 * different words win over more matches, and earlier windows over later ones. When every other window overlaps a chosen
 * one and more are wanted, smaller windows are made of the matches between the chosen ones.
 */
export function densestWindows(
  text: string,
  matches: readonly TextRange[],
  { count, size }: { count: number; size: number },
): TextRange[] {
  const matched = { matches, words: wordNumbers(text, matches, size) };
  const chosen: TextRange[] = [];
  let windows = windowsIn(matched, [{ from: 0, to: matches.length }], size);
  while (windows.length > 0 && chosen.length < count) {
    const best = windows.reduce((one, other) => (isDenser(other, one) ? other : one));
    insertInOrder(chosen, best);
    windows = windows.filter((window) => !overlap(window, best));
    if (windows.length === 0) windows = windowsIn(matched, between(chosen, matches), size);
  }
  return chosen;
}

function wordNumbers(text: string, matches: readonly TextRange[], size: number): number[] {
  const numbers = new Map<string, number>();
  return matches.map(({ start, end }) => {
    const word = text.slice(start, Math.min(end, start + size)).toLowerCase();
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  });
}

/**
 * A sliding window, in the order of the text: for each match of a group, the window that begins with it and holds as many more of the
 * group as fit.
 */
function windowsIn({ matches, words }: Matched, groups: readonly Group[], size: number): Window[] {
  const windows: Window[] = [];
  // A word's number is at most that of its match.
  const counts = new Uint16Array(matches.length);
  for (const { from, to } of groups) {
    let distinct = 0;
    let next = from;
    for (let first = from; first < to; first++) {
      const { start } = matches[first];
      while (next < to && (next === first || matches[next].end - start <= size)) {
        if (counts[words[next]]++ === 0) distinct++;
        next++;
      }
      const end = Math.min(matches[next - 1].end, start + size);
      windows.push({ start, end, distinct, matches: next - first });
      if (--counts[words[first]] === 0) distinct--;
    }
  }
  return windows;
}

function isDenser(window: Window, best: Window): boolean {
  return window.distinct === best.distinct ? window.matches > best.matches : window.distinct > best.distinct;
}

function insertInOrder(ranges: TextRange[], range: TextRange): void {
  let at = ranges.length;
  while (at > 0 && ranges[at - 1].start > range.start) at--;
  ranges.splice(at, 0, range);
}

/** The matches outside all windows, grouped into rows without a window between them. */
function between(windows: readonly TextRange[], matches: readonly TextRange[]): Group[] {
  const groups: Group[] = [];
  let next = 0;
  let from = 0;
  for (let i = 0; i < matches.length; i++) {
    while (next < windows.length && windows[next].end <= matches[i].start) next++;
    if (next === windows.length || !overlap(windows[next], matches[i])) continue;
    if (from < i) groups.push({ from, to: i });
    from = i + 1;
  }
  if (from < matches.length) groups.push({ from, to: matches.length });
  return groups;
}

const SENTENCE_SIGN = /[.!?…。！？।؟]/;
const SENTENCE_END = /[.!?…]["'’”»)\]]*\s+|[。！？।؟]/gu;

/**
 * Widens a window to a fragment of about `size` UTF-16 units inside the bounds. It starts where its sentence does if that is
 * near, otherwise it takes as much before the window as after it. It starts and ends at whole words.
 */
export function widen(text: string, matches: TextRange, bounds: TextRange & { size: number }): TextRange {
  const window = matches.start < matches.end ? wholeWords(text, matches, bounds) : matches;
  const slack = Math.max(0, bounds.size - (window.end - window.start));
  const earliest = Math.max(bounds.start, window.start - Math.floor(slack / 2));
  const start = wordStart(text, sentenceStart(text, earliest, window.start), window.start);
  const latest = Math.min(bounds.end, Math.max(window.end, start + bounds.size));
  return trimRange(text, { start, end: wordEnd(text, latest, Math.max(start, window.end)) });
}

function sentenceStart(text: string, earliest: number, windowStart: number): number {
  const before = text.slice(earliest, windowStart);
  // Most windows are in the middle of a sentence, and an iterator takes several times as long as a test.
  if (!SENTENCE_SIGN.test(before)) return earliest;
  let start = earliest;
  for (const match of before.matchAll(SENTENCE_END)) {
    start = earliest + match.index + match[0].length;
  }
  return start;
}
