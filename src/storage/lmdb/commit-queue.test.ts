import { afterEach, expect, it } from 'vitest';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { documentWith } from '../../../testing/stored-samples.js';
import { keyWith } from '../contract/record-laws.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

it('a write fails with an engine only if it has changed documents of that engine', async () => {
  const storage = await scratch.open();
  const { live, test } = { live: storage.documents('live'), test: storage.documents('test') };
  live.onCommit(() => Promise.reject(new Error('the engine ails')));
  const put = (id: string) => ({ id, decide: () => documentWith(id) });
  const refused = {
    id: 'taken',
    decide: () => {
      throw new Error('is taken');
    },
  };
  // Started in the same turn, so they share a commit.
  const [[changed], [other], [refusal], key] = await Promise.all([
    live.write([put('a')]),
    test.write([put('b')]),
    live.write([refused]),
    storage.keys.put(keyWith('k')).then(() => 'written'),
  ]);
  expect(changed).toMatchObject({ status: 'rejected', reason: { message: 'the engine ails' } });
  expect(other.status).toBe('fulfilled');
  expect(refusal).toMatchObject({ status: 'rejected', reason: { message: 'is taken' } });
  expect(key).toBe('written');
});
