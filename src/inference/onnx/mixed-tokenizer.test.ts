import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLED_MODELS } from './bundled-models.js';
import { MixedTokenizer } from './mixed-tokenizer.js';
import { Unigram } from './unigram.js';

const { tokenizerFile, wordPieceFile, maxTokens } = BUNDLED_MODELS.multilingual;
const unigram = JSON.parse(readFileSync(tokenizerFile, 'utf8'));
const wordPiece = JSON.parse(readFileSync(wordPieceFile!, 'utf8'));
const library = new Tokenizer(unigram, {});
const words = new Tokenizer(wordPiece, {});
const tokenizer = new MixedTokenizer({ unigram, wordPiece }, maxTokens);
const OFFSET = Object.keys(wordPiece.model.vocab).length;
const WORD = '[0-9a-z\\u00df-\\u00f6\\u00f8-\\u024f\\u1e00-\\u1eff\\u0300-\\u036f]+';

const CHUNKS = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^[a-zA-Z0-9.,'()-]{1,20}$/),
    fc.constantFrom(
      'Tchaikovsky',
      "l'Università",
      'x[SEP]y',
      'ΟΔΟΣ',
      'İstanbul',
      'ﬁne',
      '東京タワー',
      'don’t',
      '´',
      '▁a',
    ),
    fc.constantFrom(
      'kubernetes',
      'Ärzte',
      'naïve',
      'e\u0301a',
      'hello世界',
      '\u200bzero',
      '½kg',
      '👩‍👩‍👧',
      'ሰላም',
      '\u001c',
    ),
  ),
  { maxLength: 12 },
);

/** The rule as models/multilingual was trained with it, on the libraries' pieces. */
function expectedIds(chunk: string): number[] {
  const { ids, tokens } = library.encode(chunk, { add_special_tokens: false });
  const texts = tokens.map((text: string, i: number) => (ids[i] === unigram.model.unk_id ? '\uffff' : text));
  const whole = texts.join('');
  const edges = [0, ...texts.map((_: string, i: number) => texts.slice(0, i + 1).join('').length)];
  const replaced: { first: number; past: number; ids: number[] }[] = [];
  for (const match of whole.matchAll(new RegExp(WORD, 'g'))) {
    const start = whole[match.index - 1] === '▁' ? match.index - 1 : match.index;
    const end = match.index + match[0].length;
    const first = edges.findLastIndex((edge) => edge <= start);
    const past = edges.findIndex((edge) => edge >= end);
    const rests = [whole.slice(edges[first], start), whole.slice(end, edges[past])];
    const taken = (replaced.at(-1)?.past ?? 0) > first;
    if (taken || match[0].length > 100 || /[^ -~]/.test(match[0]) || !rests.every(isOwnPiece)) continue;
    const cut = words.encode(match[0], { add_special_tokens: false }).ids;
    const [before, after] = rests.map((rest) => (rest === '' ? [] : [library.token_to_id(rest)! + OFFSET]));
    if (before.length + cut.length + after.length < past - first)
      replaced.push({ first, past, ids: [...before, ...cut, ...after] });
  }
  const mixed = ids.map((id: number) => id + OFFSET);
  for (const { first, past, ids: own } of replaced.reverse()) mixed.splice(first, past - first, ...own);
  return mixed;
}

function isOwnPiece(rest: string): boolean {
  return rest === '' || (library.token_to_id(rest) !== undefined && !new RegExp(WORD).test(rest));
}

const PYTHON_WHITE_SPACE = '\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';

const chunksOf = (text: string) => text.split(new RegExp(`[${PYTHON_WHITE_SPACE}]+`)).filter((chunk) => chunk !== '');

describe('MixedTokenizer', () => {
  it('follows the rule, chunk by chunk', () => {
    fc.assert(
      fc.property(CHUNKS, (chunks) => {
        const text = chunks.join(' ');
        const expected = chunksOf(text).flatMap(expectedIds);
        const { ids, tokens } = tokenizer.encode(text);
        expect(tokens).toBe(expected.length + 2);
        expect(ids.slice(1, -1)).toEqual(expected.slice(0, maxTokens - 2));
      }),
      { numRuns: 300 },
    );
  });

  it('cuts what the encoder does not read, and keeps the last special token', () => {
    const { ids, tokens } = tokenizer.encode('moon '.repeat(1_000));
    expect(ids).toHaveLength(maxTokens);
    expect(ids.at(-1)).toBe(tokenizer.encode('').ids.at(-1));
    expect(tokens).toBe(1_002);
  });

  it('takes a hundred kilobytes without a space', () => {
    for (const piece of ['a', '\ud800', '👩‍👩‍👧', '中', '.', 'e\u0301', 'ab1-', '[CLS]'])
      expect(tokenizer.encode(piece.repeat(100_000 / piece.length)).ids.length).toBeLessThanOrEqual(maxTokens);
  });
});

describe('Unigram', () => {
  const own = new Unigram(unigram.model);

  it('cuts as the library does', () => {
    const normalised = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .map((text) => text.toLowerCase().normalize('NFKC'));
    const plain = { ...unigram, normalizer: null, pre_tokenizer: null, added_tokens: [] };
    const bare = new Tokenizer(plain, {});
    fc.assert(
      fc.property(normalised, (text) => {
        expect(own.cut(text).ids).toEqual(bare.encode(text, { add_special_tokens: false }).ids);
      }),
    );
  });

  it('says where its pieces end', () => {
    const { ids, ends } = own.cut('▁tide\ud800\ud801s');
    expect(ends.at(-1)).toBe(8);
    expect(ids).toContain(own.unknownId);
    expect(ends).toHaveLength(ids.length);
    expect(own.cut('')).toEqual({ ids: [], ends: [] });
  });
});
