import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUNDLED_MODELS } from './bundled-models.js';
import { Encoder } from './encoder.js';
import { openTokenizer } from './open-tokenizer.js';

/** Made by training/multilingual/write_reference.py, with other implementations of the tokenizers. */
const FILE = new URL('../../../testing/encoders/reference.jsonl', import.meta.url);

interface Reference {
  text: string;
  language: string | null;
  ids: number[];
  /** Int8 in base64, in proportion to the vector. */
  vector: string;
}

const LINES: Reference[] = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

describe.each(['english', 'multilingual'] as const)('the %s encoder', (name) => {
  const model = BUNDLED_MODELS[name];
  const lines = LINES.filter(({ language }) => (language === 'en') === (name === 'english'));
  let encoder: Encoder;
  beforeAll(async () => {
    encoder = await Encoder.load(model);
  });
  afterAll(() => encoder.release());

  it('is given the same tokens as in its training', async () => {
    const tokenizer = await openTokenizer(model, model.maxTokens);
    for (const { text, ids } of lines) expect({ text, ids: tokenizer.encode(text).ids }).toEqual({ text, ids });
  });

  it('makes the same vectors', async () => {
    for (const { text, vector } of lines) {
      const expected = new Int8Array(Buffer.from(vector, 'base64'));
      const { vector: found } = await encoder.embed({ text, kind: 'passage' });
      expect({ text, same: cosine(found, expected) > 0.995 }).toEqual({ text, same: true });
    }
  });
});

it('has every language of both encoders', () => {
  expect(LINES.length).toBeGreaterThanOrEqual(150);
  const languages = JSON.parse(
    readFileSync(new URL('../../../models/multilingual/config.json', import.meta.url), 'utf8'),
  ).languages;
  expect(new Set(LINES.map(({ language }) => language))).toEqual(new Set([...languages, 'en', null]));
});

function cosine(a: Float32Array, b: Int8Array): number {
  let product = 0;
  let square = 0;
  for (let i = 0; i < a.length; i++) {
    product += a[i] * b[i];
    square += b[i] * b[i];
  }
  return product / Math.sqrt(square);
}
