import { statSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { documentWith, getDocument, put } from '../../../testing/stored-samples.js';
import { storeFile } from '../data-folder.js';
import { StorageWriteError } from '../storage.js';
import { type Environment, openEnvironment } from './environment.js';
import { FileReserve } from './file-reserve.js';
import { LmdbStorage } from './open.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

it('LMDB writes only where the file has space already', async () => {
  const environment = await openEnvironment(scratch.newFolder());
  const storage = scratch.keep(new LmdbStorage(environment));
  const sizesAtCommits = sizesWhenCommitting(environment);
  for (const content of ['', 'a'.repeat(100_000), 'żółć '.repeat(10_000), '漢字'.repeat(15_000)]) {
    const ids = Array.from({ length: 150 }, (_, i) => `${content.length}-${(i * 7919) % 1000}`);
    for (const id of ids.slice(0, 10)) await put(storage, documentWith(id, { content }));
    await Promise.all(ids.map((id) => put(storage, documentWith(id, { content, title: 'again' }))));
  }
  const sizes = sizesAtCommits.map(({ before }) => before);
  expect(sizesAtCommits.map(({ after }) => after)).toEqual(sizes);
  expect(new Set(sizes).size).toBeGreaterThan(3);
});

it('a commit is not begun where the file can not be extended', async () => {
  const environment = await openEnvironment(scratch.newFolder());
  const storage = scratch.keep(new LmdbStorage(environment));
  await put(storage, documentWith('a', { title: 'before' }));
  const commits = vi.spyOn(environment.root, 'batch');
  vi.spyOn(environment.reserve, 'extendTo').mockRejectedValue(new Error('ENOSPC: no space left on device, write'));
  await expect(put(storage, documentWith('a', { content: 'a'.repeat(2_000_000) }))).rejects.toThrow(StorageWriteError);
  expect(commits).not.toHaveBeenCalled();
  // What was written ahead is still enough for this.
  await put(storage, documentWith('b', { title: 'short' }));
  expect((await getDocument(storage, 'a'))?.title).toBe('before');
  expect((await getDocument(storage, 'b'))?.title).toBe('short');
});

it('a new store makes its tables only where the file has space already', async () => {
  const folder = scratch.newFolder();
  vi.spyOn(FileReserve.prototype, 'extendTo').mockRejectedValueOnce(
    new Error('ENOSPC: no space left on device, write'),
  );
  await expect(openEnvironment(folder)).rejects.toThrow(`The store in ${folder} cannot be opened: ENOSPC`);
  const made = scratch.keep(new LmdbStorage(await openEnvironment(folder)));
  const size = statSync(storeFile(folder)).size;
  await made.close();
  const again = scratch.keep(new LmdbStorage(await openEnvironment(folder)));
  await put(again, documentWith('a'));
  expect(statSync(storeFile(folder)).size).toBe(size);
});

/** The size of the file before and after each commit of LMDB. */
function sizesWhenCommitting({ root, folder }: Environment): { before: number; after: number }[] {
  const sizes: { before: number; after: number }[] = [];
  const commit = root.batch.bind(root);
  const size = () => statSync(storeFile(folder)).size;
  vi.spyOn(root, 'batch').mockImplementation(async (action) => {
    const before = size();
    const done = await commit(action);
    sizes.push({ before, after: size() });
    return done;
  });
  return sizes;
}
