import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLED_MODELS } from './bundled-models.js';
import { splitsAtSpaces, TextTokenizer } from './text-tokenizer.js';

const WORDS = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      ' ',
      '\n',
      '\t',
      '\u00a0',
      '\u3000',
      '\ufeff',
      '\u0308',
      '[SEP]',
      'ΟΔΟΣ',
      'İstanbul',
      'ﬁne',
      '東京タワー',
      'don’t',
    ),
  ),
  { maxLength: 30 },
);

describe.each([
  ['the English WordPiece vocabulary', BUNDLED_MODELS.english],
  ['the multilingual Unigram vocabulary', BUNDLED_MODELS.multilingual],
])('%s', (_, model) => {
  const file = JSON.parse(readFileSync(model.tokenizerFile, 'utf8'));
  const library = new Tokenizer(file, {});
  const tokenizer = new TextTokenizer(file, model.maxTokens);

  it('makes of the words what the library makes of the text', () => {
    expect(splitsAtSpaces(file)).toBe(true);
    fc.assert(
      fc.property(WORDS, (words) => {
        const text = words.join(' ');
        const expected = library.encode(text).ids;
        const { ids, tokens } = tokenizer.encode(text);
        expect(tokens).toBe(expected.length);
        if (tokens <= model.maxTokens) expect(ids).toEqual(expected);
      }),
    );
  });

  it('cuts what the encoder does not read, and keeps the last special token', () => {
    const { ids, tokens } = tokenizer.encode('moon '.repeat(1_000));
    const end = library.encode('moon').ids.at(-1);
    expect(ids).toHaveLength(model.maxTokens);
    expect(ids.at(-1)).toBe(end);
    expect(tokens).toBe(1_002);
  });

  it('takes a hundred kilobytes without a space', () => {
    for (const piece of ['a', '\ud800', '👩‍👩‍👧', '中', '.', 'e\u0301']) {
      expect(tokenizer.encode(piece.repeat(100_000 / piece.length)).ids.length).toBeLessThanOrEqual(model.maxTokens);
    }
  });
});

describe('splitsAtSpaces', () => {
  it('is true only where it is sure', () => {
    expect(splitsAtSpaces({ pre_tokenizer: { type: 'BertPreTokenizer' } })).toBe(true);
    expect(splitsAtSpaces({ pre_tokenizer: { type: 'ByteLevel' } })).toBe(false);
    expect(splitsAtSpaces({ normalizer: { type: 'Precompiled' }, pre_tokenizer: { type: 'Whitespace' } })).toBe(false);
    expect(splitsAtSpaces({})).toBe(false);
  });
});

describe('a tokenizer that looks across spaces', () => {
  it('is given the text in long pieces', () => {
    const file = JSON.parse(readFileSync(BUNDLED_MODELS.english.tokenizerFile, 'utf8'));
    const unsure = {
      ...file,
      normalizer: {
        type: 'Sequence',
        normalizers: [file.normalizer, { type: 'Strip', strip_left: true, strip_right: true }],
      },
    };
    expect(splitsAtSpaces(unsure)).toBe(false);
    const tokenizer = new TextTokenizer(unsure, 256);
    expect(tokenizer.encode('hello  world').ids).toEqual(new Tokenizer(file, {}).encode('hello world').ids);
    expect(tokenizer.encode('hello world '.repeat(2_000)).tokens).toBe(4_002);
    expect(tokenizer.encode('').tokens).toBe(2);
  });
});
