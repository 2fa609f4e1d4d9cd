import { afterEach, expect, it, vi } from 'vitest';
import { countTurns } from '../../../testing/count-turns.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import {
  collect,
  documentWith,
  embeddingWith,
  getDocument,
  put,
  vectorsWith,
} from '../../../testing/stored-samples.js';
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

it('short reads are done when their promise is returned', async () => {
  const storage = await scratch.open();
  await put(storage, documentWith('a', { title: 'read' }));
  const reading = storage.documents('live').getMany(['a'], ['head']);
  await storage.close();
  expect((await reading)[0]?.head.title).toBe('read');
});

it('long reads let others run in between', async () => {
  const storage = await scratch.open();
  const content = 'żółć '.repeat(20_000);
  const ids = Array.from({ length: 60 }, (_, i) => `d${i}`);
  await Promise.all(ids.map((id) => put(storage, documentWith(id, { content }))));
  const documents = storage.documents('live');
  const countOf = async (batches: AsyncIterable<unknown[]> | null) => {
    let count = 0;
    for await (const batch of batches ?? []) count += batch.length;
    return count;
  };
  const wanted = [...ids, 'none'];
  const { result: found, turns: turnsOfPage } = await countTurns(documents.getMany(wanted, ['document']));
  expect(found.map((one) => one?.document.id ?? 'none')).toEqual(wanted);
  expect(turnsOfPage).toBeGreaterThan(3);
  for (const batches of [documents.all(), await documents.changesAfter(0)]) {
    const { result: count, turns } = await countTurns(countOf(batches));
    expect(count).toBe(ids.length);
    expect(turns).toBeGreaterThan(3);
  }
});

it('batches are of bounded size, whatever their documents consist of', async () => {
  const storage = await scratch.open();
  const documents = storage.documents('live');
  const keywords = Array.from({ length: 40_000 }, (_, i) => `keyword ${i}`);
  const embedding = embeddingWith(vectorsWith({ passages: 2_000, dimensions: 384 }));
  const heavy = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
    id,
    decide: () => documentWith(id, { metadata: { keywords } }),
  }));
  await documents.write(heavy);
  await documents.write(['g', 'h', 'i', 'j'].map((id) => ({ id, decide: () => documentWith(id), embedding })));
  // Each takes more than 600 kB, a batch about 2 MB.
  for (const batches of [documents.all(), await documents.changesAfter(0)]) {
    const counts = (await collect<unknown[]>(batches!)).map((batch) => batch.length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(Math.max(...counts)).toBeLessThan(5);
  }
});
