import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPredictor } from '../../learning/predictor/model.js';
import { PreparedPredictor } from '../../learning/predictor/predict.js';
import { TrainingFailed, type TrainingJob } from '../trainer.js';
import { ChildProcessTrainer } from './child-process-trainer.js';

const EMBEDDING = {
  embeddingThreads: 1,
  embeddingModelDir: null,
  embeddingPooling: 'mean' as const,
  embeddingQueryPrefix: '',
  embeddingPassagePrefix: '',
  embeddingUrl: null,
  embeddingApiKey: null,
  embeddingModel: null,
  embeddingDimensions: null,
};

const trainer = new ChildProcessTrainer({ embedding: EMBEDDING, log: { warn: () => undefined } });
let folder: string;
let job: TrainingJob;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-trainer-'));
  const examples = join(folder, 'examples.ndjson');
  job = {
    kind: 'predictor',
    examples,
    exampleCount: 40,
    vectors: join(folder, 'vectors'),
    model: join(folder, 'model'),
  };
  const lines = Array.from({ length: 40 }, (_, i) => ({ input: { size: i }, label: i < 20 ? 'small' : 'large' }));
  await writeFile(examples, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const watch = (signal = new AbortController().signal) => ({ onProgress: () => undefined, signal });

describe('training in a child process', () => {
  it('writes a model that predicts, and returns facts about it', { timeout: 120_000 }, async () => {
    const facts = await trainer.train(job, watch());
    expect(facts).toMatchObject({ space: null, inputFields: [{ name: 'size', type: 'number' }] });
    const predictor = new PreparedPredictor(readPredictor(new Uint8Array(await readFile(job.model))));
    expect(predictor.predict({ size: 2 }, 1).label).toBe('small');
  });

  it('rejects with TrainingFailed when it fails', { timeout: 120_000 }, async () => {
    const training = trainer.train({ ...job, examples: join(folder, 'missing') }, watch());
    await expect(training).rejects.toThrow(TrainingFailed);
  });

  it('stops immediately when it is aborted', { timeout: 120_000 }, async () => {
    const abort = new AbortController();
    const training = trainer.train(job, watch(abort.signal));
    abort.abort(new Error('Enough.'));
    await expect(training).rejects.toThrow('Enough.');
  });
});
