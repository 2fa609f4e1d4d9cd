import type { TextRange } from './text-range.js';

/** A stretch of text that holds matches `first` to `last` and is no longer than a fragment. */
interface Window extends TextRange {
  distinct: number;
  matches: number;
}

/**
 * The densest stretches around matches, in the order of the text, none overlapping. Different words count before
 * repeated ones, and what comes first in the text before what comes later.
 */
export function densestWindows(
  text: string,
  matches: TextRange[],
  limits: { count: number; size: number },
): TextRange[] {
  const windows = windowsAround(text, matches, limits.size);
  windows.sort((a, b) => b.distinct - a.distinct || b.matches - a.matches || a.start - b.start);
  const chosen: TextRange[] = [];
  for (const window of windows) {
    if (chosen.length === limits.count) break;
    if (!chosen.some((other) => window.start < other.end && other.start < window.end)) chosen.push(window);
  }
  return chosen.sort((a, b) => a.start - b.start);
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
