import type { TextRange } from '../text-range.js';

/** A stretch of text that is no longer than a fragment, with how many matches it holds and how many different words they are. */
interface Window extends TextRange {
  distinct: number;
  matches: number;
}

/** Matches from `from` up to `to`, which are looked at as if there were no others. */
interface Group {
  from: number;
  to: number;
}

/** What is matched: by number, so that words are compared once and not for every window. */
interface Matched {
  matches: readonly TextRange[];
  words: readonly number[];
}

/**
 * The densest stretches around matches, none of which is empty, in the order of the text, none overlapping. Different words count before
 * repeated ones, and what comes first in the text before what comes later. As long as there is room for more, what lies
 * between those chosen is shown too.
 */
export function densestWindows(
  text: string,
  matches: readonly TextRange[],
  limits: { count: number; size: number },
): TextRange[] {
  const matched = { matches, words: wordNumbers(text, matches, limits.size) };
  const chosen: TextRange[] = [];
  let groups: Group[] = [{ from: 0, to: matches.length }];
  while (groups.length > 0 && chosen.length < limits.count) {
    const best = bestWindow(matched, groups, { size: limits.size, taken: chosen });
    if (best === null) groups = between(chosen, matches);
    else insertInOrder(chosen, best);
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
 * For each match of a group there is the window that begins with it and takes in as many more of the group as fit. They are looked at in
 * the order of the text, so the first of those that are equally dense is the best.
 */
function bestWindow(
  { matches, words }: Matched,
  groups: readonly Group[],
  { size, taken }: { size: number; taken: readonly TextRange[] },
): Window | null {
  let best: Window | null = null;
  for (const { from, to } of groups) {
    const counts: number[] = [];
    let distinct = 0;
    let next = from;
    for (let first = from; first < to; first++) {
      const { start } = matches[first];
      while (next < to && (next === first || matches[next].end - start <= size)) {
        counts[words[next]] = (counts[words[next]] ?? 0) + 1;
        if (counts[words[next]] === 1) distinct++;
        next++;
      }
      const window = { start, end: Math.min(matches[next - 1].end, start + size), distinct, matches: next - first };
      if (isDenser(window, best) && !taken.some((other) => overlap(window, other))) best = window;
      if (--counts[words[first]] === 0) distinct--;
    }
  }
  return best;
}

function isDenser(window: Window, best: Window | null): boolean {
  if (best === null) return true;
  return window.distinct === best.distinct ? window.matches > best.matches : window.distinct > best.distinct;
}

function insertInOrder(ranges: TextRange[], range: TextRange): void {
  let at = ranges.length;
  while (at > 0 && ranges[at - 1].start > range.start) at--;
  ranges.splice(at, 0, range);
}

/** The matches that no window shows, those in a row together. */
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

function overlap(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
}
