import { characterBorderBefore } from './character-border.js';
import { entityAround } from './conversion/html-entity.js';
import type { TextRange } from './text-range.js';
import { isEastAsian, isSouthEastAsian } from './unspaced-scripts.js';
import { isSpace } from './word-count.js';

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** How far a border is looked for in a script without spaces, and how much the segmenter sees around that. */
const FARTHEST = 24;
/** The longest part of a word that is taken along with a match inside of it. */
const LONGEST_REST = 24;

/** The first beginning of a word from `start` on, at most at `latest`; inside a long run of signs, such as an address, that. */
export function wordStart(text: string, start: number, latest: number): number {
  if (start === 0 || start >= latest || isSpace(text.charCodeAt(start - 1))) return start;
  for (let i = start; i < latest; i++) if (isSpace(text.charCodeAt(i))) return i + 1;
  if (!isUnspaced(text, start)) return latest;
  const within = { start, end: Math.min(latest, start + FARTHEST) };
  return bordersOfWords(text, within)[0] ?? borderOfCharacter(text, start);
}

/** The last end of a word up to `end`, at least at `earliest`; in a long run without spaces, of a character. */
export function wordEnd(text: string, end: number, earliest: number): number {
  if (end >= text.length || isSpace(text.charCodeAt(end))) return Math.min(end, text.length);
  for (let i = end; i > earliest; i--) if (isSpace(text.charCodeAt(i - 1))) return i - 1;
  const character = Math.max(earliest, borderOfCharacter(text, end));
  if (!isUnspaced(text, end)) return character;
  const within = { start: Math.max(earliest, end - FARTHEST), end };
  return bordersOfWords(text, within).at(-1) ?? character;
}

/** A range with the rest of the words that it begins and ends in: of `E-1234`, not `E` alone. */
export function wholeWords(text: string, range: TextRange, bounds: TextRange): TextRange {
  const isRest = (i: number) => !isSpace(text.charCodeAt(i)) && !isUnspaced(text, i);
  let { start, end } = range;
  while (start > bounds.start && range.start - start <= LONGEST_REST && isRest(start - 1)) start--;
  while (end < bounds.end && end - range.end <= LONGEST_REST && isRest(end)) end++;
  return {
    start: range.start - start > LONGEST_REST ? range.start : start,
    end: end - range.end > LONGEST_REST ? range.end : end,
  };
}

function isUnspaced(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return isEastAsian(unit) || isSouthEastAsian(unit);
}

/** Where a word of a script without spaces begins, within a short range. */
function bordersOfWords(text: string, { start, end }: TextRange): number[] {
  const from = characterBorderBefore(text, Math.max(0, start - FARTHEST));
  const segments = [...segmenter.segment(text.slice(from, end + FARTHEST))];
  return segments.map(({ index }) => from + index).filter((border) => border >= start && border <= end);
}

function borderOfCharacter(text: string, index: number): number {
  const border = characterBorderBefore(text, index);
  return entityAround(text, border)?.start ?? border;
}
