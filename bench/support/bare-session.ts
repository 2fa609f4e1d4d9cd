import type { EncoderModel } from '../../src/inference/onnx/encoder.js';
import { InferenceSession, sessionOptions, Tensor } from '../../src/inference/onnx/onnxruntime.js';
import { openTokenizer } from '../../src/inference/onnx/open-tokenizer.js';

const BATCH_SIZES = [1, 2, 4, 8, 16];

export interface BareSession {
  description: string;
  embedAll(): Promise<void>;
  release(): Promise<void>;
}

/** The runtime alone, all threads in one session, texts tokenized and sorted by length beforehand, in its best batch size. */
export async function bestBareSession(
  model: EncoderModel,
  texts: readonly string[],
  threads: number,
): Promise<BareSession> {
  const session = await InferenceSession.create(model.modelFile, sessionOptions(threads));
  const tokenizer = await openTokenizer(model, model.maxTokens);
  const rows = texts.map((text) => tokenizer.encode(text).ids).sort((a, b) => a.length - b.length);
  let best = { size: 0, milliseconds: Number.POSITIVE_INFINITY };
  for (const size of BATCH_SIZES) {
    const milliseconds = await quickest(() => runAll(session, rows, size));
    if (milliseconds < best.milliseconds) best = { size, milliseconds };
  }
  return {
    description: `batches of ${best.size}`,
    embedAll: () => runAll(session, rows, best.size),
    release: () => session.release(),
  };
}

async function quickest(run: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 2; round++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Runs all texts, `size` of them at a time. */
export async function runAll(session: InferenceSession, rows: readonly number[][], size: number): Promise<void> {
  for (let start = 0; start < rows.length; start += size) await session.run(padded(rows.slice(start, start + size)));
}

function padded(rows: readonly number[][]): Record<string, Tensor> {
  const width = Math.max(...rows.map((row) => row.length));
  const ids = new BigInt64Array(rows.length * width);
  const mask = new BigInt64Array(rows.length * width);
  rows.forEach((row, r) => {
    ids.set(row.map(BigInt), r * width);
    mask.fill(1n, r * width, r * width + row.length);
  });
  const shape = [rows.length, width];
  return { input_ids: new Tensor('int64', ids, shape), attention_mask: new Tensor('int64', mask, shape) };
}
