import type { TextRange } from '../text-range.js';
import { wholeWords, wordEnd, wordStart } from '../word-border.js';
import { isSpace } from '../word-count.js';

const SENTENCE_END = /[.!?…]["'’”»)\]]*\s+|[。！？।؟]/gu;

/**
 * The stretch of some matches widened to about `size` units inside the bounds: from the beginning of its sentence where
 * that is near, otherwise with as much before as after, and at whole words.
 */
export function widen(text: string, matches: TextRange, bounds: TextRange & { size: number }): TextRange {
  const window = matches.start < matches.end ? wholeWords(text, matches, bounds) : matches;
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

export function trim(text: string, range: TextRange): TextRange {
  let { start, end } = range;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}
