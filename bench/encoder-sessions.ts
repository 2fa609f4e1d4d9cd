// Would other session options, padded batches or a second thread in a session make the bundled encoders faster?
// npm run build && node --import ./scripts/run-typescript.mjs bench/encoder-sessions.ts [folder of the data sets]
// Every setting is compared with the one in use: one thread, one text at a time, and otherwise mostly the runtime's defaults. Both take turns, with
// passages of 150 words that were tokenized and sorted beforehand. Above 1 a setting is faster than ours.
import { join } from 'node:path';
import { BUNDLED_MODELS } from '../src/inference/onnx/bundled-models.js';
import { InferenceSession, sessionOptions } from '../src/inference/onnx/onnxruntime.js';
import { openTokenizer } from '../src/inference/onnx/open-tokenizer.js';
import { runAll } from './support/bare-session.js';
import { documents } from './support/documents.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const PASSAGES = 24;
const WORDS = 150;
const ROUNDS = 7;

interface Setting {
  options?: InferenceSession.SessionOptions;
  /** Entries of the session's configuration. */
  entries?: Record<string, unknown>;
  /** Texts that are run together. */
  batch?: number;
}

const SETTINGS: Record<string, Setting> = {
  'basic graph optimisation': { options: { graphOptimizationLevel: 'basic' } },
  'extended graph optimisation': { options: { graphOptimizationLevel: 'extended' } },
  'no memory arena': { options: { enableCpuMemArena: false } },
  'no memory pattern': { options: { enableMemPattern: false } },
  'operators in parallel, two threads': { options: { executionMode: 'parallel', interOpNumThreads: 2 } },
  'denormal numbers as zero': { entries: { set_denormal_as_zero: '1' } },
  'weights not packed beforehand': { entries: { disable_prepacking: '1' } },
  'products that saturate without VNNI': { entries: { x64quantprecision: '0' } },
  'two threads': { options: { intraOpNumThreads: 2 }, entries: { intra_op: { allow_spinning: '1' } } },
  'two threads that do not spin': { options: { intraOpNumThreads: 2 } },
  'batches of 2': { batch: 2 },
  'batches of 4': { batch: 4 },
  'batches of 8': { batch: 8 },
};

const recording = new Recording('encoder-sessions');
const passages = readPassages();
for (const [encoder, model] of Object.entries(BUNDLED_MODELS)) {
  const tokenizer = await openTokenizer(model, model.maxTokens);
  const rows = passages.map((text) => tokenizer.encode(text).ids).sort((a, b) => a.length - b.length);
  const ours = await InferenceSession.create(model.modelFile, sessionOptions());
  for (const [name, { batch = 1, ...setting }] of Object.entries(SETTINGS)) {
    const theirs = await InferenceSession.create(model.modelFile, changedOptions(setting));
    const ratio = await compare(
      () => runAll(theirs, rows, batch),
      () => runAll(ours, rows, 1),
    );
    console.log(`${encoder.padEnd(14)}${name.padEnd(36)}${ratio.toFixed(2)}`);
    recording.add({ name, measure: encoder, unit: 'score', value: ratio });
    await theirs.release();
  }
  await ours.release();
}
recording.save();

function changedOptions({ options, entries }: Setting): InferenceSession.SessionOptions {
  const { extra, ...ours } = sessionOptions();
  return { ...ours, ...options, extra: { session: { ...(extra?.session as object), ...entries } } };
}

/** How many times as fast the first is: the median over rounds in which both take turns, after one that does not count. */
async function compare(first: () => Promise<void>, second: () => Promise<void>): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const time = await milliseconds(first);
    ratios.push((await milliseconds(second)) / time);
  }
  return median(ratios.slice(1));
}

async function milliseconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function readPassages(): string[] {
  const source = documents(PASSAGES, join(FOLDER, 'arxiv', 'corpus_10k.jsonl.gz'));
  const words = source
    .map(({ content }) => content)
    .join(' ')
    .split(/\s+/);
  const count = Math.floor(words.length / WORDS);
  return Array.from({ length: count }, (_, i) => words.slice(i * WORDS, (i + 1) * WORDS).join(' '));
}
