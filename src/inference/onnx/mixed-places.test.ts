import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLED_MODELS } from './bundled-models.js';
import { readableForm } from './chunk-normalisation.js';
import { MixedTokenizer } from './mixed-tokenizer.js';

const { tokenizerFile, wordPieceFile } = BUNDLED_MODELS.multilingual;
const unigram = JSON.parse(readFileSync(tokenizerFile, 'utf8'));
const wordPiece = JSON.parse(readFileSync(wordPieceFile!, 'utf8'));
const tokenizer = new MixedTokenizer({ unigram, wordPiece }, Number.POSITIVE_INFINITY);

const wordPieces = Object.entries<number>(wordPiece.model.vocab);
/** What each id stands for. */
const pieces = new Map<number, string>([
  ...wordPieces.map(([piece, id]): [number, string] => [id, piece.replace(/^##/, '')]),
  ...unigram.model.vocab.map(([piece]: [string], id: number) => [wordPieces.length + id, piece]),
]);
const unknown = wordPieces.length + unigram.model.unk_id;

/** What changes its length or its neighbours when it is normalised, and what looks like our own signs. */
const ODDITIES = [
  ...['ﬁ', 'ﬃ', '℃', '㍿', 'ﷺ', '½', '´', 'İ', 'I\u0307', 'i\u200b\u0307', 'ς', 'Σ', 'ß', 'ẞ', 'Ω', '①', '㎏', '…'],
  ...['\u00ad', '\u200b', '\u200d', '\ufeff', '\u0301', '\u0323\u0307', 'e\u0301', '\u0344', 'ﾊﾞ', 'ﾟ', 'か\u3099'],
  ...[
    '\u1112\u1161\u11ab',
    'ㅎㅏㄴ',
    '가\u11a8',
    'ㅋㅋㅋ',
    'க\u0bc6\u0bbe',
    'क्षि',
    'น้ำ',
    '👩‍👩‍👧',
    '🇪🇺',
    '☺\ufe0f',
    '𝕏',
    '𐐀',
  ],
  ...[
    '\ud800',
    '\udc00',
    '\uffff',
    '\0',
    '▁',
    '▁▁',
    '[SEP]',
    '[CLS]',
    '[sep]',
    ' ',
    '\n',
    '\u3000',
    '\u001c',
    '\u0085',
  ],
];
const WORDS = [
  'Tchaikovsky',
  "l'Università",
  'kubernetes',
  'Ärzte',
  'ΟΔΟΣ',
  'Москва',
  'القاهرة',
  '東京タワー',
  'กรุงเทพ',
  'ሰላም',
  '서울',
];

const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom(...ODDITIES),
      fc.constantFrom(...WORDS),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.stringMatching(/^[a-zA-Z0-9.,'() -]{1,12}$/),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

function slicesOf(text: string): string[] {
  const { starts, ends } = tokenizer.locate(text);
  return starts.map((start, i) => text.slice(start, ends[i]));
}

describe('located tokens', () => {
  it('are those that the encoder reads', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        expect(tokenizer.locate(text).ids).toEqual(tokenizer.encode(text).ids.slice(1, -1));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are in order, inside the text', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const { ids, starts, ends } = tokenizer.locate(text);
        expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
        for (let i = 0; i < ids.length; i++) {
          expect(starts[i]).toBeGreaterThanOrEqual(i === 0 ? 0 : starts[i - 1]);
          expect(ends[i]).toBeGreaterThanOrEqual(i === 0 ? 0 : ends[i - 1]);
          expect(ends[i]).toBeGreaterThanOrEqual(starts[i]);
          expect(ends[i]).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('stand where their characters are', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const { ids } = tokenizer.locate(text);
        slicesOf(text).forEach((slice, i) => {
          if (ids[i] !== unknown) expect(plain(slice)).toContain(plain(pieces.get(ids[i])!));
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a word mark takes no room', ' 東京 ', ['', '東', '京']],
    ['a ligature belongs to all that it becomes', 'ﬁlm', ['ﬁlm']],
    ['a sign that becomes four words', 'ﷺ', ['', ...Array(8).fill('ﷺ')]],
    ['invisible characters between tokens are left out', '\u00adMoon\u00ad, \u200bsun', ['Moon', ',', 'sun']],
    ['invisible characters within a token are kept', 'mo\u00adon', ['mo\u00adon']],
    ['combining marks', 'cafe\u0301s', ['cafe\u0301', 's']],
    ['letters of Hangul that become a syllable', 'ㅎㅏ국', ['ㅎㅏ', '국']],
    ['a dotted capital', 'İstanbul.', ['İstanbul', '.']],
    ['degrees', '20℃', ['2', '0℃', '℃']],
    ['special tokens', 'x[SEP]y', ['x', '[SEP]', 'y']],
  ])('%s', (_, text, slices) => {
    expect(slicesOf(text)).toEqual(slices);
  });

  it('are the first ones when there are too many', () => {
    const all = tokenizer.locate('one two three four');
    const some = tokenizer.locate('one two three four', 2);
    expect(some).toEqual({ ids: all.ids.slice(0, 2), starts: all.starts.slice(0, 2), ends: all.ends.slice(0, 2) });
  });

  it('are found in a hundred kilobytes without a space', () => {
    for (const piece of ['a', '\ud800', '👩‍👩‍👧', '中', 'e\u0301', 'ㅋ', '\u0301', 'ﷺ', '[CLS]']) {
      const text = piece.repeat(100_000 / piece.length);
      expect(tokenizer.locate(text).ends.at(-1)).toBe(text.length);
    }
  });
});

function plain(text: string): string {
  return readableForm(text).replaceAll('▁', '');
}
