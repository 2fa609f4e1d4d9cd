import { characterBorderBefore } from './character-border.js';
import { entityAround } from './html-entity.js';
import type { TextRange } from './text-range.js';
import { isSpace } from './word-count.js';

const SENTENCE_END = /[.!?…]["'’”»)\]]*\s+|[。！？।؟]/gu;

/**
 * A window widened to about `size` units inside the bounds: from the beginning of its sentence where that is near,
 * otherwise with as much before as after, and at whole words.
 */
export function widen(text: string, window: TextRange, bounds: TextRange & { size: number }): TextRange {
  const slack = Math.max(0, bounds.size - (window.end - window.start));
  const earliest = Math.max(bounds.start, window.start - Math.floor(slack / 2));
  const start = wordStart(text, sentenceStart(text, earliest, window.start), window.start);
  const latest = Math.min(bounds.end, Math.max(window.end, start + bounds.size));
  return trim(text, { start, end: wordEnd(text, latest, Math.max(start, window.end)) });
}

function sentenceStart(text: string, earliest: number, windowStart: number): number {
  let start = earliest;
  for (const match of text.slice(earliest, windowStart).matchAll(SENTENCE_END)) {
    start = earliest + match.index + match[0].length;
  }
  return start;
}

/** The first beginning of a word from `start` on; in a run without spaces, of a character. */
function wordStart(text: string, start: number, latest: number): number {
  if (start === 0 || start >= latest || isSpace(text.charCodeAt(start - 1))) return start;
  for (let i = start; i < latest; i++) if (isSpace(text.charCodeAt(i))) return i + 1;
  return outsideEntity(text, characterBorderBefore(text, start));
}

/** The last end of a word up to `end`; in a run without spaces, of a character. */
function wordEnd(text: string, end: number, earliest: number): number {
  if (end >= text.length || isSpace(text.charCodeAt(end))) return Math.min(end, text.length);
  for (let i = end; i > earliest; i--) if (isSpace(text.charCodeAt(i - 1))) return i - 1;
  return Math.max(earliest, outsideEntity(text, characterBorderBefore(text, end)));
}

function outsideEntity(text: string, index: number): number {
  return entityAround(text, index)?.start ?? index;
}

export function trim(text: string, range: TextRange): TextRange {
  let { start, end } = range;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}
