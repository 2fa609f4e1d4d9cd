import { afterEach, expect, it, vi } from 'vitest';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { documentWith, getDocument, put } from '../../../testing/stored-samples.js';
import { StorageWriteError } from '../storage.js';
import { openEnvironment } from './environment.js';
import { LmdbStorage } from './open.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

it('a commit that failed changes nothing', async () => {
  const environment = await openEnvironment(scratch.newFolder());
  const storage = scratch.keep(new LmdbStorage(environment));
  const documents = storage.documents('live');
  const heard: number[] = [];
  documents.onCommit(async (changes) => void heard.push(...changes.map(({ sequence }) => sequence)));
  await put(storage, documentWith('a', { title: 'before' }));
  vi.spyOn(environment.root, 'batch').mockRejectedValueOnce(new Error('no space'));
  await expect(put(storage, documentWith('a', { title: 'lost' }))).rejects.toThrow(StorageWriteError);
  expect((await getDocument(storage, 'a'))?.title).toBe('before');
  await put(storage, documentWith('b'));
  expect(heard).toEqual([1, 2]);
  expect(await documents.lastSequence()).toBe(2);
});

it('reads are done when their promise is returned', async () => {
  const storage = await scratch.open();
  await put(storage, documentWith('a', { title: 'read' }));
  const reading = storage.documents('live').getMany(['a'], ['head']);
  await storage.close();
  expect((await reading)[0]?.head.title).toBe('read');
});
