import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../embedder.js';
import { openBundledEmbedder } from './bundled-embedder.js';
import { BUNDLED_MODELS } from './bundled-models.js';
import { openDirectoryEmbedder, readDirectoryModel } from './directory-model.js';
import type { Pooling } from './encoder.js';

const OPTIONS = { threads: 1, onFailure: () => undefined };
const NO_PREFIXES = { query: '', passage: '' };

describe('an encoder in a folder', () => {
  let folder: string;
  const opened: Embedder[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'encoder-'));
    symlinkSync(BUNDLED_MODELS.english.modelFile, join(folder, 'model.onnx'));
    symlinkSync(BUNDLED_MODELS.english.tokenizerFile, join(folder, 'tokenizer.json'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((embedder) => embedder.close()));
    rmSync(folder, { recursive: true });
  });

  async function open(prefixes = NO_PREFIXES): Promise<Embedder> {
    const embedder = await openDirectoryEmbedder({ folder, pooling: 'mean', prefixes }, OPTIONS);
    opened.push(embedder);
    return embedder;
  }

  it('reads every language, with the prefix that the kind of text wants', async () => {
    const bundled = await openBundledEmbedder(OPTIONS);
    opened.push(bundled);
    const other = await open({ query: 'query: ', passage: 'passage: ' });
    const [asPassage, asQuery] = await other.embed([
      { text: 'tides', language: 'en', kind: 'passage' },
      { text: 'tides', language: 'de', kind: 'query' },
    ]);
    const expected = await bundled.embed([
      { text: 'passage: tides', language: 'en', kind: 'passage' },
      { text: 'query: tides', language: 'en', kind: 'passage' },
    ]);
    expect([asPassage, asQuery]).toEqual(expected);
  });

  it('has a space of its own, which changes with what the vectors of passages depend on', async () => {
    const spaceOf = async ({ pooling = 'mean' as Pooling, query = '', passage = '' }) =>
      (await readDirectoryModel({ folder, pooling, prefixes: { query, passage } })).space;
    const plain = await spaceOf({});
    expect(plain).toMatch(/^encoder-\w+-[0-9a-f]{12}$/);
    expect(await spaceOf({ query: 'query: ' })).toBe(plain);
    expect(new Set([plain, await spaceOf({ passage: 'passage: ' }), await spaceOf({ pooling: 'cls' })]).size).toBe(3);
  });

  it('reads as many tokens as its files say', async () => {
    writeFileSync(join(folder, 'sentence_bert_config.json'), JSON.stringify({ max_seq_length: 8 }));
    const [long, cut] = await (await open()).embed([
      { text: 'moon '.repeat(100), language: 'en', kind: 'passage' },
      { text: 'moon '.repeat(6), language: 'en', kind: 'passage' },
    ]);
    expect(long.vector).toEqual(cut.vector);
    expect(long.tokens).toBe(102);
  });

  it('says what is missing', async () => {
    rmSync(join(folder, 'tokenizer.json'));
    await expect(open()).rejects.toThrow(/there is no .*tokenizer\.json/);
  });

  it('does not open what is no model', async () => {
    rmSync(join(folder, 'model.onnx'));
    writeFileSync(join(folder, 'model.onnx'), 'not a model');
    await expect(open()).rejects.toThrow();
  });
});
