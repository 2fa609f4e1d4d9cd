import { afterEach, expect, it } from 'vitest';
import { modelWith } from '../../../testing/sample-models.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import type { Caller } from '../../domain/caller.js';
import { Unavailable } from '../../domain/errors/unavailable.js';
import { TrainingFiles } from '../../storage/training-files.js';
import { RequestMutex } from '../request-mutex.js';
import { createVersion } from './manage-versions.js';
import { TrainingQueue } from './training-queue.js';

const scratch = new ScratchStorages();
afterEach(() => scratch.cleanUp());

const CALLER: Caller = { keyId: 'k', mode: 'live', scopes: ['train'], tenants: null, rateLimit: null };

it('a version whose write was made without an answer is trained, and has its examples, once', async () => {
  const storage = await scratch.open();
  const models = storage.models('live');
  await models.write({ id: 'm', decide: () => ({ model: modelWith() }) });
  const write = models.write.bind(models);
  models.write = async (change) => {
    await write(change);
    throw new Unavailable('The answer was lost.', 1);
  };
  const never = () => Promise.reject(new Error('Nothing is trained here.'));
  const training = new TrainingQueue({
    models: (mode) => storage.models(mode),
    files: new TrainingFiles(scratch.newFolder(), null),
    claims: storage.claims,
    trainer: { train: never },
    gather: never,
    log: { info: () => {}, error: () => {} },
    now: Date.now,
  });
  const added: unknown[] = [];
  training.add = (one) => void added.push(one);
  const context = { caller: CALLER, models, training, now: Date.now };
  const create = (file: string) =>
    createVersion(
      {
        modelId: 'm',
        version: null,
        makeDefault: true,
        examples: { kind: 'file', name: file },
        exampleCount: 2,
        labels: [],
      },
      context,
      { key: 'k', fingerprint: 'f', storage: storage.idempotency, mutex: new RequestMutex(storage.claims) },
    );
  const first = await create('first.ndjson');
  const again = await create('again.ndjson');
  expect([first.replayed, again.replayed]).toEqual([false, true]);
  expect(again.result).toEqual(first.result);
  expect(added).toEqual([{ mode: 'live', modelId: 'm', version: 'v1' }]);
  expect((await models.version('m', 'v1'))?.examples).toEqual({ kind: 'file', name: 'first.ndjson' });
});
