import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLED_MODELS } from './bundled-models.js';
import { TextTokenizer } from './text-tokenizer.js';
import { WordPieces } from './word-pieces.js';

const file = JSON.parse(readFileSync(BUNDLED_MODELS.english.tokenizerFile, 'utf8'));
const tokenizer = new WordPieces(file);
const encoder = new TextTokenizer(file, Number.POSITIVE_INFINITY);

const SOME_TEXT = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'café',
        'Ångström',
        'ﬁlm',
        '½',
        '東京',
        'İstanbul',
        '\u00ad',
        '\u200b',
        '👩‍👩‍👧',
        'e\u0301',
        '\0',
        '한국',
      ),
      fc.constantFrom('Tchaikovsky', "don't", 'kubernetes', '$4.50', 'e-mail', '(see', 'no. 7)', 'x'.repeat(120)),
      fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
      fc.constantFrom(' ', '\n', '\t'),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe('word pieces', () => {
  it('are those that the English encoder reads', () => {
    fc.assert(
      fc.property(SOME_TEXT, (text) => {
        expect(tokenizer.locate(text).ids).toEqual(encoder.encode(text).ids.slice(1, -1));
      }),
      { numRuns: 2_000 },
    );
    expect([tokenizer.start, tokenizer.separator]).toEqual(encoder.encode('').ids);
  });

  it('are in order, inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(SOME_TEXT, fc.string({ unit: 'binary' })), (text) => {
        const { ids, starts, ends } = tokenizer.locate(text);
        expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
        for (let i = 0; i < ids.length; i++) {
          expect(starts[i]).toBeGreaterThanOrEqual(i === 0 ? 0 : starts[i - 1]);
          expect(ends[i]).toBeGreaterThan(starts[i]);
          expect(ends[i]).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('stand where their characters are', () => {
    const text = 'Crème brûlée, by Tchaikovsky (東京): $4.50';
    const { starts, ends } = tokenizer.locate(text);
    expect(starts.map((start, i) => text.slice(start, ends[i]))).toEqual([
      'Cr',
      'ème',
      'br',
      'ûlé',
      'e',
      ',',
      'by',
      'Tchaikovsky',
      '(',
      '東',
      '京',
      ')',
      ':',
      '$',
      '4',
      '.',
      '50',
    ]);
  });

  it('are the first ones when there are too many, also of a text without spaces', () => {
    expect(tokenizer.locate('one two three', 2)).toEqual({
      ids: tokenizer.locate('one two').ids,
      starts: [0, 4],
      ends: [3, 7],
    });
    expect(tokenizer.locate('a.'.repeat(50_000)).ends.at(-1)).toBe(100_000);
  });
});
