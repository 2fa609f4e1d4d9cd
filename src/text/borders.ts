/** Where a text can be cut: between characters as people see them, between words, and never inside an HTML entity. */
import { isSpace, type TextRange } from './text-range.js';
import { isUnspaced } from './unspaced-scripts.js';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Longer than any cluster in real text. An endless one (a letter under a thousand accents) is cut. */
const LONGEST_CLUSTER = 64;

/**
 * The last border between two characters (grapheme clusters) at or before `index`: never inside an emoji or an accented
 * letter.
 */
export function characterBorderBefore(text: string, index: number): number {
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  if (standsAlone(text.charCodeAt(index))) return index;
  const from = wholeCharacterEnd(text, Math.max(0, index - LONGEST_CLUSTER));
  const cluster = graphemes.segment(text.slice(from, index + LONGEST_CLUSTER)).containing(index - from);
  const start = cluster === undefined ? index : from + cluster.index;
  return start > from || from === 0 ? start : wholeCharacterEnd(text, index);
}

/** The first border between two characters at or after `index`. */
export function characterBorderAfter(text: string, index: number): number {
  let border = index;
  while (border < text.length && characterBorderBefore(text, border) < border) border++;
  return border;
}

/** `end`, or one less where that would split a surrogate pair. */
export function wholeCharacterEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return cutsPair ? end - 1 : end;
}

/** Letters and signs that always begin a grapheme cluster. Asking the segmenter takes a hundred times as long. */
const STANDALONE =
  /^[ -~\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}가-힣ぁ-ゖァ-ヺЀ-ԯ]$/u;
const COMBINING = /^\p{M}$/u;
const UNKNOWN = 0;
const ALONE = 1;
const NOT_ALONE = 2;

/** By UTF-16 unit, whether it is one of those. A table of Unicode facts: an entry is filled in on its first use. */
const standalone = new Uint8Array(0x10000);

function standsAlone(unit: number): boolean {
  if (standalone[unit] === UNKNOWN) standalone[unit] = isStandalone(String.fromCharCode(unit)) ? ALONE : NOT_ALONE;
  return standalone[unit] === ALONE;
}

function isStandalone(character: string): boolean {
  return STANDALONE.test(character) && !COMBINING.test(character);
}

/** In scripts without spaces: how far to look for the border of a word, and how much text around that the segmenter sees. */
const FARTHEST = 24;
/** The most characters by which `wholeWords` extends a range on each side. */
const LONGEST_REST = 24;

/**
 * The first start of a word from `start` on, but at most `latest`. Returns `latest` inside a long run of signs, such as
 * a URL.
 */
export function wordStart(text: string, start: number, latest: number): number {
  if (start === 0 || start >= latest || isSpace(text.charCodeAt(start - 1))) return start;
  for (let i = start; i < latest; i++) if (isSpace(text.charCodeAt(i))) return i + 1;
  if (!isUnspaced(text.charCodeAt(start))) return latest;
  const within = { start, end: Math.min(latest, start + FARTHEST) };
  return bordersOfWords(text, within)[0] ?? borderOfCharacter(text, start);
}

/** The last end of a word up to `end`, but at least `earliest`. In a long run without spaces, the last end of a character. */
export function wordEnd(text: string, end: number, earliest: number): number {
  if (end >= text.length || isSpace(text.charCodeAt(end))) return Math.min(end, text.length);
  for (let i = end; i > earliest; i--) if (isSpace(text.charCodeAt(i - 1))) return i - 1;
  const character = Math.max(earliest, borderOfCharacter(text, end));
  if (!isUnspaced(text.charCodeAt(end))) return character;
  const within = { start: Math.max(earliest, end - FARTHEST), end };
  return bordersOfWords(text, within).at(-1) ?? character;
}

/** Extends a range to the whole words that it begins and ends in, within bounds: `E` becomes `E-1234`. */
export function wholeWords(text: string, range: TextRange, bounds: TextRange): TextRange {
  const isRest = (unit: number) => !isSpace(unit) && !isUnspaced(unit);
  let { start, end } = range;
  while (start > bounds.start && range.start - start <= LONGEST_REST && isRest(text.charCodeAt(start - 1))) start--;
  while (end < bounds.end && end - range.end <= LONGEST_REST && isRest(text.charCodeAt(end))) end++;
  return {
    start: range.start - start > LONGEST_REST ? range.start : start,
    end: end - range.end > LONGEST_REST ? range.end : end,
  };
}

/** Where words begin in a short range of a script without spaces. */
function bordersOfWords(text: string, { start, end }: TextRange): number[] {
  const from = characterBorderBefore(text, Math.max(0, start - FARTHEST));
  const segments = [...words.segment(text.slice(from, end + FARTHEST))];
  return segments.map(({ index }) => from + index).filter((border) => border >= start && border <= end);
}

function borderOfCharacter(text: string, index: number): number {
  const border = characterBorderBefore(text, index);
  return entityAround(text, border)?.start ?? border;
}

const LONGEST_ENTITY = 33;
const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][\da-zA-Z]{1,30});/y;

/** The HTML entity (`&amp;`) that `index` is inside of, if any. Its first and last border are not inside. */
export function entityAround(text: string, index: number): TextRange | undefined {
  for (let start = index - 1; start >= 0 && index - start < LONGEST_ENTITY; start--) {
    if (text[start] === ';') return undefined;
    if (text[start] === '&') return entityAt(text, start, index);
  }
  return undefined;
}

function entityAt(text: string, start: number, index: number): TextRange | undefined {
  ENTITY.lastIndex = start;
  const match = ENTITY.exec(text);
  return match !== null && start + match[0].length > index ? { start, end: start + match[0].length } : undefined;
}
