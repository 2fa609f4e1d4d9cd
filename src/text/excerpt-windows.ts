import type { TextRange } from './text-range.js';

/** A stretch of text that holds matches `first` to `last` and is no longer than a fragment. */
interface Window extends TextRange {
  distinct: number;
  matches: number;
}

/**
 * The densest stretches around matches, in the order of the text, none overlapping. Different words count before
 * repeated ones, and what comes first in the text before what comes later. As long as there is room for more, what lies
 * between those chosen is shown too.
 */
export function densestWindows(
  text: string,
  matches: TextRange[],
  limits: { count: number; size: number },
): TextRange[] {
  const chosen: TextRange[] = [];
  let groups = [matches];
  while (groups.length > 0 && chosen.length < limits.count) {
    const windows = groups.flatMap((group) => windowsAround(text, group, limits.size));
    windows.sort((a, b) => b.distinct - a.distinct || b.matches - a.matches || a.start - b.start);
    for (const window of windows) {
      if (chosen.length === limits.count) break;
      if (!chosen.some((other) => overlap(window, other))) chosen.push(window);
    }
    chosen.sort((a, b) => a.start - b.start);
    groups = between(chosen, matches);
  }
  return chosen;
}

/** The matches that no window shows, those in a row together. */
function between(windows: readonly TextRange[], matches: readonly TextRange[]): TextRange[][] {
  const groups: TextRange[][] = [];
  let group: TextRange[] = [];
  let next = 0;
  for (const match of matches) {
    while (next < windows.length && windows[next].end <= match.start) next++;
    const isShown = next < windows.length && overlap(windows[next], match);
    if (!isShown) group.push(match);
    else if (group.length > 0) {
      groups.push(group);
      group = [];
    }
  }
  return group.length > 0 ? [...groups, group] : groups;
}

function overlap(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** For each match the window that begins with it and takes in as many more as fit. */
function windowsAround(text: string, matches: TextRange[], size: number): Window[] {
  const words = matches.map(({ start, end }) => text.slice(start, Math.min(end, start + size)).toLowerCase());
  const counts = new Map<string, number>();
  const windows: Window[] = [];
  let next = 0;
  for (let first = 0; first < matches.length; first++) {
    while (next < matches.length && (next === first || matches[next].end - matches[first].start <= size)) {
      counts.set(words[next], (counts.get(words[next]) ?? 0) + 1);
      next++;
    }
    const { start } = matches[first];
    const end = Math.min(matches[next - 1].end, start + size);
    windows.push({ start, end, distinct: counts.size, matches: next - first });
    const left = (counts.get(words[first]) ?? 0) - 1;
    if (left > 0) counts.set(words[first], left);
    else counts.delete(words[first]);
  }
  return windows;
}
