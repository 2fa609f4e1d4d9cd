import { wholeCharacterEnd } from '../character-border.js';
import type { TextRange } from '../text-range.js';

/** The segmenter's time grows with the square of a run, and sentences end far sooner than this. */
const LONGEST_RUN = 256;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words, found by dictionary, of a run of characters without spaces. */
export function* segmentRun(text: string, run: TextRange): Generator<TextRange> {
  let start = run.start;
  while (start < run.end) {
    const end = Math.min(run.end, wholeCharacterEnd(text, start + LONGEST_RUN));
    for (const { segment, index, isWordLike } of segmenter.segment(text.slice(start, end))) {
      if (isWordLike) yield { start: start + index, end: start + index + segment.length };
    }
    start = end;
  }
}

const HIRAGANA_PAIR = /^\p{Script=Hiragana}{2}$/u;
const EAST_ASIAN_PAIR = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{2}$/u;

/** Every two neighbouring characters of a run, apart from two of hiragana, which are grammar more often than words. */
export function* bigramsOf(text: string, run: TextRange): Generator<TextRange> {
  let first = run.start;
  let second = nextCharacter(text, first);
  while (second < run.end) {
    const end = nextCharacter(text, second);
    const pair = text.slice(first, end);
    if (EAST_ASIAN_PAIR.test(pair) && !HIRAGANA_PAIR.test(pair)) yield { start: first, end };
    first = second;
    second = end;
  }
}

function nextCharacter(text: string, i: number): number {
  return i + ((text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1);
}
