import { characterBorderAfter, characterBorderBefore } from '../character-border.js';
import { entityAround } from '../conversion/html-entity.js';
import type { TextRange } from '../text-range.js';

/** What is written before and after a match. */
export interface HighlightTags {
  pre: string;
  post: string;
}

/** A text with all matches in tags. The text itself is not escaped, and may hold the tags already. */
export function highlight(text: string, matches: TextRange[], tags: HighlightTags): string {
  let result = '';
  let written = 0;
  for (const { start, end } of displayable(text, matches)) {
    result += text.slice(written, start) + tags.pre + text.slice(start, end) + tags.post;
    written = end;
  }
  return result + text.slice(written);
}

/** Matches in order, those that touch as one, none of them cutting through a character, or inside an HTML entity. */
export function displayable(text: string, matches: readonly TextRange[]): TextRange[] {
  // Most texts have no entities, and looking for them around every match takes longer than all the rest.
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

/** Most of them come in order. */
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
