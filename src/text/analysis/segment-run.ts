import { wholeCharacterEnd } from '../borders.js';
import type { TextRange } from '../text-range.js';

/** The segmenter takes quadratic time in the length of a run. Sentences are far shorter than this. */
const LONGEST_RUN = 128;

const COMBINING_VOICING = /[\u3099\u309a]/;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a run of characters without spaces, found by ICU's dictionaries. */
export function* segmentRun(text: string, run: TextRange): Generator<TextRange> {
  let start = run.start;
  while (start < run.end) {
    const end = Math.min(run.end, wholeCharacterEnd(text, start + LONGEST_RUN));
    const piece = text.slice(start, end);
    yield* COMBINING_VOICING.test(piece) ? segmentDecomposed(piece, start) : segmentPiece(piece, start);
    start = end;
  }
}

function* segmentPiece(piece: string, offset: number): Generator<TextRange> {
  for (const { segment, index, isWordLike } of segmenter.segment(piece)) {
    if (isWordLike) yield { start: offset + index, end: offset + index + segment.length };
  }
}

/** The dictionary has composed kana only: segments the composed text, and maps the places back to the decomposed one. */
function* segmentDecomposed(piece: string, offset: number): Generator<TextRange> {
  const places: number[] = [];
  let composed = '';
  for (let i = 0; i < piece.length; ) {
    const pair = COMBINING_VOICING.test(piece[i + 1] ?? '') ? piece.slice(i, i + 2).normalize('NFC') : '';
    const isOne = pair.length === 1;
    places.push(offset + i);
    composed += isOne ? pair : piece[i];
    i += isOne ? 2 : 1;
  }
  places.push(offset + piece.length);
  for (const { start, end } of segmentPiece(composed, 0)) yield { start: places[start], end: places[end] };
}

/** They belong to the kana before them in decomposed (カ\u3099 for ガ) and half-width text (ｶﾞ). */
const VOICING_MARKS = '\u3099\u309a\uff9e\uff9f';
const HIRAGANA_PAIR = new RegExp(`^(?:\\p{Script=Hiragana}[${VOICING_MARKS}]?){2}$`, 'u');
const EAST_ASIAN_PAIR = new RegExp(
  `^(?:[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ーｰ々][${VOICING_MARKS}]?){2}$`,
  'u',
);

/** All pairs of neighbouring characters of a run, except pairs of hiragana, which are grammar more often than words. */
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
  const next = i + ((text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1);
  return next < text.length && VOICING_MARKS.includes(text[next]) ? next + 1 : next;
}
