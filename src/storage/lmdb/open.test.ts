import { once } from 'node:events';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'lmdb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exitOf, runChild, ScratchStorages } from '../../../testing/scratch-storage.js';
import { documentWith, embeddingWith, put, vectorsWith } from '../../../testing/stored-samples.js';
import { logEntryWith } from '../contract/query-log-laws.js';
import { keyWith } from '../contract/record-laws.js';
import { storeFile } from '../data-folder.js';
import { StorageFormatError } from '../storage.js';
import { openEnvironment } from './environment.js';
import { LmdbStorage, openLmdbStorage } from './open.js';

const scratch = new ScratchStorages();

afterEach(async () => {
  vi.useRealTimers();
  await scratch.cleanUp();
});

describe('the store', () => {
  it('of a newer format is refused and left alone', async () => {
    const folder = scratch.newFolder();
    const root = open<string, string>(storeFile(folder), { noSubdir: true, encoding: 'string' });
    await root.openDB<string, string>({ name: 'meta', encoding: 'string' }).put('format', '3');
    await root.close();
    await expect(openLmdbStorage({ folder })).rejects.toThrow(StorageFormatError);
    await expect(openLmdbStorage({ folder })).rejects.toThrow('newer version of Sextant');
  });

  it('is refused, not crashed on, when it is no store or cut off', async () => {
    const storage = await scratch.open();
    const ids = Array.from({ length: 500 }, (_, index) => `d${index}`);
    const content = 'x'.repeat(90_000);
    await storage.documents('live').write(ids.map((id) => ({ id, decide: () => documentWith(id, { content }) })));
    const copies = scratch.newFolder();
    await storage.copyTo(storeFile(copies));
    for (const length of [1, 100, 4096, 5000, 1_000_000]) {
      truncateSync(storeFile(copies), length);
      await expect(openLmdbStorage({ folder: copies })).rejects.toThrow('cannot be opened');
      writeFileSync(storeFile(copies), Buffer.alloc(length, 'not a store'));
      await expect(openLmdbStorage({ folder: copies })).rejects.toThrow('it is not a store');
      rmSync(storeFile(copies));
      await storage.copyTo(storeFile(copies));
    }
    expect(await (await scratch.open(copies)).documents('live').count()).toBe(500);
  });

  it('forgets readers that were killed', async () => {
    const folder = scratch.newFolder();
    const environment = await openEnvironment(folder);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const storage = scratch.keep(new LmdbStorage(environment));
    await storage.keys.put(keyWith('k'));
    const child = runChild(
      `environment.root.useReadTransaction(); console.log('reads'); setInterval(() => {}, 1e6);`,
      folder,
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await exitOf(child);
    const isReader = () => environment.root.readerList().includes(` ${child.pid} `);
    expect(isReader()).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(isReader()).toBe(false);
  });

  it('can be copied while it is written', async () => {
    const storage = await scratch.open();
    const folder = scratch.newFolder();
    const ids = Array.from({ length: 500 }, (_, index) => `d${index}`);
    const embedding = embeddingWith(vectorsWith({ passages: 2 }));
    await storage.keys.put(keyWith('k'));
    await storage.queryLog('live').add([logEntryWith()]);
    await storage
      .documents('live')
      .write(ids.map((id) => ({ id, decide: () => documentWith(id, { content: id }), embedding })));
    const writing = Promise.all(ids.map((id) => put(storage, documentWith(`later-${id}`))));
    await storage.copyTo(storeFile(folder));
    await writing;
    expect(statSync(storeFile(folder)).size).toBeGreaterThan(100_000);
    const copy = await scratch.open(folder);
    const copied = await copy.documents('live').getMany(ids, ['content', 'passages', 'vectors']);
    expect(copied).toEqual(ids.map((id) => ({ content: id, ...embedding })));
    expect(await copy.keys.get('k')).toEqual(keyWith('k'));
    expect(await copy.queryLog('live').count()).toBe(1);
    await expect(storage.copyTo(storeFile(folder))).rejects.toThrow();
  });
});
