import { characterBorderAfter, characterBorderBefore, entityAround } from '../borders.js';
import type { TextRange } from '../text-range.js';

/** What is written before and after each match. */
export interface HighlightTags {
  pre: string;
  post: string;
}

/** Puts all matches of a text in tags. The text is not escaped, and may contain the same tags already. */
export function highlight(text: string, matches: TextRange[], tags: HighlightTags): string {
  let result = '';
  let written = 0;
  for (const { start, end } of displayable(text, matches)) {
    result += text.slice(written, start) + tags.pre + text.slice(start, end) + tags.post;
    written = end;
  }
  return result + text.slice(written);
}

/**
 * The matches as they can be marked: in order, those that touch or overlap as one, extended to whole characters and whole
 * HTML entities. Matches that begin inside an entity (`amp` in `&amp;`) are dropped.
 */
export function displayable(text: string, matches: readonly TextRange[]): TextRange[] {
  // Most texts have no entities, and looking for one at every match would take longer than everything else here.
  const entityAt = text.includes('&') ? entityAround : noEntity;
  const merged: TextRange[] = [];
  for (const match of inOrder(matches)) {
    if (match.start >= match.end || entityAt(text, match.start) !== undefined) continue;
    const start = characterBorderBefore(text, match.start);
    const end = entityAt(text, match.end)?.end ?? characterBorderAfter(text, match.end);
    const last = merged.at(-1);
    if (last === undefined || start > last.end) merged.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return merged;
}

/** Sorts only if needed: most matches come in order. */
function inOrder(matches: readonly TextRange[]): readonly TextRange[] {
  for (let i = 1; i < matches.length; i++) {
    if (compare(matches[i - 1], matches[i]) > 0) return [...matches].sort(compare);
  }
  return matches;
}

function compare(a: TextRange, b: TextRange): number {
  return a.start - b.start || a.end - b.end;
}

function noEntity(): undefined {
  return undefined;
}
