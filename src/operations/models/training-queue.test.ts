import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PatientTrainer } from '../../../testing/patient-trainer.js';
import { modelWith, TRAINED_FACTS, versionWith } from '../../../testing/sample-models.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { Unavailable } from '../../domain/errors/unavailable.js';
import type { ExampleSource } from '../../domain/model/model.js';
import { EngineUnavailable, Overloaded } from '../../engine/engine-errors.js';
import { MemoryClaims } from '../../storage/memory-claims.js';
import type { ExampleStorage } from '../../storage/shared-work.js';
import { type ModelStorage, type Storage, StorageWriteError } from '../../storage/storage.js';
import { TrainingFiles } from '../../storage/training-files.js';
import type { Trainer, TrainingJob } from '../../training/trainer.js';
import type { TrainingSources } from './run-training.js';
import { TrainingQueue } from './training-queue.js';

const TRAINING = { mode: 'live', modelId: 'm', version: 'v1' } as const;
const MODEL = modelWith({ versions: [{ version: 'v1', status: 'queued' }] });

/** As in a cluster. */
class SharedClaims extends MemoryClaims {
  override readonly shared = true;
}

class SharedExamples implements ExampleStorage {
  readonly #pieces = new Map<string, Buffer>();

  async put(name: string, piece: number, bytes: Buffer): Promise<void> {
    this.#pieces.set(`${name}/${piece}`, bytes);
  }

  async get(name: string, piece: number): Promise<Buffer | null> {
    return this.#pieces.get(`${name}/${piece}`) ?? null;
  }

  async remove(name: string): Promise<void> {
    for (const key of this.#pieces.keys()) if (key.startsWith(name)) this.#pieces.delete(key);
  }

  async removeOld(): Promise<void> {}
}

interface Instance {
  queue: TrainingQueue;
  files: TrainingFiles;
}

describe('trainings', () => {
  const scratch = new ScratchStorages();
  const folders: string[] = [];
  const queues: TrainingQueue[] = [];
  let storage: Storage;
  let models: ModelStorage;

  beforeEach(async () => {
    storage = await scratch.open();
    models = storage.models('live');
  });

  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
    await scratch.cleanUp();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  async function instance(
    trainer: Trainer,
    { shared = null, ...sources }: Partial<TrainingSources> & { shared?: ExampleStorage | null } = {},
  ): Promise<Instance> {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-training-'));
    folders.push(folder);
    const files = new TrainingFiles(folder, shared);
    const queue = new TrainingQueue({
      models: (mode) => storage.models(mode),
      files,
      claims: new MemoryClaims(),
      trainer,
      gather: () => Promise.reject(new Error('There are no documents here.')),
      log: { info: () => {}, error: () => {} },
      now: Date.now,
      lookMilliseconds: 20,
      ...sources,
    });
    queues.push(queue);
    await queue.start();
    return { queue, files };
  }

  async function upload({ files }: Instance, examples: string): Promise<ExampleSource> {
    const name = files.newName('ndjson');
    writeFileSync(files.path(name), examples);
    await files.handOver(name);
    return { kind: 'file', name };
  }

  /** Creates v1 and queues it. */
  async function create({ queue }: Instance, examples: ExampleSource, createdAt = 1): Promise<void> {
    await models.write({ id: 'm', decide: () => ({ model: MODEL, put: versionWith({ examples, createdAt }) }) });
    queue.add(TRAINING);
  }

  const deleteVersion = () => models.write({ id: 'm', decide: () => ({ model: modelWith(), remove: 'v1' }) });
  const statusOf = async () => (await models.version('m', 'v1'))?.status;

  it('use the examples of the version that there is, not of one that had its name', async () => {
    const shared = { shared: new SharedExamples(), claims: new SharedClaims() };
    const [former, latter] = [new PatientTrainer(), new PatientTrainer()];
    const one = await instance(former, { ...shared, lookMilliseconds: 1e6 });
    const other = await instance(latter, shared);
    const old = await upload(one, 'old');
    await create(one, old);
    await expect.poll(() => former.jobs).toEqual(['old']);
    await deleteVersion();
    await other.queue.drop(TRAINING, old);
    await create(other, await upload(other, 'new'), 2);
    former.finish();
    latter.finish();
    await expect.poll(statusOf).toBe('ready');
    expect((await models.weights(TRAINING, 0))?.toString()).toBe('trained from new');
  });

  it('stop soon when another instance has replaced their version', async () => {
    const shared = { shared: new SharedExamples(), claims: new SharedClaims() };
    const [former, latter] = [new PatientTrainer(), new PatientTrainer()];
    const one = await instance(former, shared);
    const other = await instance(latter, shared);
    await create(one, await upload(one, 'old'));
    await expect.poll(() => former.jobs).toEqual(['old']);
    await deleteVersion();
    await create(other, await upload(other, 'new'), 2);
    await expect.poll(() => [...former.jobs.slice(1), ...latter.jobs]).toEqual(['new']);
  });

  it.each([
    { end: 'their version is deleted', at: 0 },
    { end: 'their version is deleted', at: 2 },
    { end: 'the store is full', at: 2 },
  ])('leave nothing behind if $end while piece $at is stored', async ({ end, at }) => {
    const train = async ({ model }: TrainingJob) => {
      writeFileSync(model, Buffer.alloc(2_500_000));
      return TRAINED_FACTS;
    };
    const one = await instance({ train });
    const examples = await upload(one, 'examples');
    const putWeights = models.putWeights.bind(models);
    models.putWeights = async (key, piece, bytes) => {
      await putWeights(key, piece, bytes);
      if (piece !== at) return;
      if (end === 'the store is full') throw new StorageWriteError('The disk is full.');
      await deleteVersion();
      void one.queue.drop(TRAINING, examples);
    };
    await create(one, examples);
    await expect.poll(() => one.queue.underWay()).toEqual([]);
    const left = await Promise.all([0, 1, 2].map((piece) => models.weights(TRAINING, piece)));
    expect(left).toEqual([null, null, null]);
  });

  it.each([
    { what: 'the beginning', failing: [1] },
    // And then the failure.
    { what: 'the outcome', failing: [2, 3] },
  ])('are made again if $what could not be stored', async ({ failing }) => {
    const trainer = new PatientTrainer();
    trainer.finish();
    const one = await instance(trainer);
    const examples = await upload(one, 'examples');
    await models.write({ id: 'm', decide: () => ({ model: MODEL, put: versionWith({ examples }) }) });
    const write = models.write.bind(models);
    let writes = 0;
    models.write = async (change) => {
      if (failing.includes(++writes)) throw new StorageWriteError('The disk is full.');
      return write(change);
    };
    one.queue.add(TRAINING);
    await expect.poll(statusOf).toBe('ready');
    expect((await models.weights(TRAINING, 0))?.toString()).toBe('trained from examples');
  });

  it.each([
    new EngineUnavailable('The index is catching up.'),
    new Overloaded(),
    new Unavailable('The cluster has no manager.', 1),
  ])('wait for documents that can not be read now: $message', async (refusal) => {
    const trainer = new PatientTrainer();
    trainer.finish();
    let asked = 0;
    const gather = async (_documents: unknown, file: string) => {
      if (asked++ === 0) throw refusal;
      writeFileSync(file, 'documents');
      return { count: 2, labels: [] };
    };
    const documents = { kind: 'documents', filter: {}, askedAt: 1, tenants: null, labelField: 'title' } as const;
    await create(await instance(trainer, { gather }), documents);
    await expect.poll(statusOf).not.toMatch(/queued|training/);
    expect([await statusOf(), trainer.jobs]).toEqual(['ready', ['documents']]);
  });
});
