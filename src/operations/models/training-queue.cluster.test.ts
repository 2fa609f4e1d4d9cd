import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../../testing/cluster-storages.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { PatientTrainer } from '../../../testing/patient-trainer.js';
import { modelWith, versionWith } from '../../../testing/sample-models.js';
import type { Storage } from '../../storage/storage.js';
import { TrainingFiles } from '../../storage/training-files.js';
import { TrainingQueue } from './training-queue.js';

/** For takeovers of what an instance leaves that dies. */
const SHORT_LEASE = 2_000;
/** A busy machine may be late to renew a claim: where nobody dies, this must not look like a death. */
const LONG_LEASE = 6_000;
const MODEL = modelWith({ versions: [{ version: 'v1', status: 'queued' }] });

interface Instance {
  storage: Storage;
  queue: TrainingQueue;
  files: TrainingFiles;
  trainer: PatientTrainer;
}

describeOnCluster('trainings of several instances', (place) => {
  const storages = new ClusterStorages(place);
  const folders: string[] = [];
  const queues: TrainingQueue[] = [];

  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
    await storages.cleanUp();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  async function instance(prefix: string, leaseMilliseconds = SHORT_LEASE): Promise<Instance> {
    const storage = await storages.open(prefix);
    const folder = mkdtempSync(join(tmpdir(), 'sextant-training-'));
    folders.push(folder);
    const files = new TrainingFiles(folder, storage.examples);
    const trainer = new PatientTrainer();
    const queue = new TrainingQueue({
      models: (mode) => storage.models(mode),
      files,
      claims: storage.claims,
      trainer,
      gather: () => Promise.reject(new Error('There are no documents here.')),
      log: { info: () => {}, error: () => {} },
      now: Date.now,
      leaseMilliseconds,
      lookMilliseconds: 100,
    });
    queues.push(queue);
    await queue.start();
    return { storage, queue, files, trainer };
  }

  /** Uploads examples and queues a version that is trained from them. */
  async function create({ storage, queue, files }: Instance, examples: string): Promise<void> {
    const name = files.newName('ndjson');
    writeFileSync(files.path(name), examples);
    await files.handOver(name);
    expect(readdirSync(files.folder)).toEqual([]);
    await storage
      .models('live')
      .write({ id: 'm', decide: () => ({ model: MODEL, put: versionWith({ examples: { kind: 'file', name } }) }) });
    queue.add({ mode: 'live', modelId: 'm', version: 'v1' });
  }

  const versionIn = async ({ storage }: Instance) => storage.models('live').version('m', 'v1');
  const statusIn = async (one: Instance) => (await versionIn(one))?.status;

  it('are done once, and known to all', async () => {
    const prefix = place.newPrefix();
    const one = await instance(prefix, LONG_LEASE);
    const other = await instance(prefix, LONG_LEASE);
    const examples = `${'x'.repeat(2_500_000)}\n`;
    await create(one, examples);
    await expect.poll(() => other.queue.progress({ mode: 'live', modelId: 'm', version: 'v1' })).toBe(0.5);
    one.trainer.finish();
    await expect.poll(() => statusIn(other)).toBe('ready');
    await expect.poll(() => readdirSync(one.files.folder)).toEqual([]);
    expect([one.trainer.jobs, other.trainer.jobs]).toEqual([[examples], []]);
    const trained = await versionIn(other);
    // The first piece of a model that is as long as its examples.
    expect((await other.storage.models('live').weights(trained!, 0))?.toString()).toMatch(/^trained from x+$/);
  });

  it('are taken over when an instance stops', async () => {
    const prefix = place.newPrefix();
    const one = await instance(prefix, LONG_LEASE);
    await create(one, 'examples');
    await expect.poll(() => one.trainer.jobs.length).toBe(1);
    const other = await instance(prefix, LONG_LEASE);
    await one.queue.close();
    await expect.poll(() => other.trainer.jobs).toEqual(['examples']);
    other.trainer.finish();
    await expect.poll(() => statusIn(other)).toBe('ready');
  });

  it('are taken over when an instance dies, which then leaves no trace', async () => {
    const prefix = place.newPrefix();
    const one = await instance(prefix);
    await create(one, 'examples');
    await expect.poll(() => one.trainer.jobs.length).toBe(1);
    // As if it had lost the cluster: it can't renew its claim any more.
    one.storage.claims.take = () => Promise.reject(new Error('away'));
    const other = await instance(prefix);
    await expect.poll(() => other.trainer.jobs).toEqual(['examples']);
    one.trainer.finish();
    other.trainer.finish();
    await expect.poll(() => statusIn(other)).toBe('ready');
    expect(one.trainer.jobs).toHaveLength(1);
  });

  it('stop when the version is canceled through another instance', async () => {
    const prefix = place.newPrefix();
    const one = await instance(prefix);
    const other = await instance(prefix);
    await create(one, 'examples');
    await expect.poll(() => one.trainer.jobs.length).toBe(1);
    const { put } = await other.storage.models('live').write({
      id: 'm',
      decide: (_, version) => ({
        model: MODEL,
        put: { ...version('v1')!, status: 'canceled' as const, examples: { kind: 'gone' as const } },
      }),
    });
    expect(put.status).toBe('canceled');
    const next = () => one.storage.claims.take({ name: 'training/live/m/v1', holder: 'next', milliseconds: 1 });
    await expect.poll(next).toBe(true);
    expect(await statusIn(one)).toBe('canceled');
  });
});
