import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { exitOf, runChild, ScratchStorages } from '../../../testing/scratch-storage.js';
import { keyWith } from '../contract/record-laws.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

it('keys written by another process hold at once', async () => {
  const folder = scratch.newFolder();
  const { keys } = await scratch.open(folder);
  await keys.put(keyWith('here', { hash: 'here' }));
  const record = JSON.stringify(keyWith('there', { hash: 'there' }));
  const script = `await storage.keys.put(${record}); console.log((await storage.keys.list()).length);`;
  const child = runChild(script, folder);
  let output = '';
  const found: Promise<string | undefined>[] = [];
  child.stdout.on('data', (data) => {
    output += data;
    // In the very turn in which the other process says that it is done, even if this one has read in it before.
    found.push(keys.findByHash('there').then((key) => key?.id));
  });
  expect(await keys.findByHash('there')).toBeNull();
  await exitOf(child);
  expect(output.trim()).toBe('2');
  expect(new Set(await Promise.all(found))).toEqual(new Set(['there']));
});

it('changes build on what another process is writing at the same time', async () => {
  const folder = scratch.newFolder();
  const { keys } = await scratch.open(folder);
  await keys.put(keyWith('k', { hash: 'old' }));
  const record = JSON.stringify(JSON.stringify(keyWith('k', { hash: 'old', revokedAt: 7 })));
  // Says that it writes while nobody sees yet what.
  const child = runChild(
    `const { writeSync } = await import('node:fs');
    environment.root.transactionSync(() => {
      environment.keys.putSync('k', ${record});
      writeSync(1, 'writing');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    });
    await storage.close();`,
    folder,
  );
  await once(child.stdout, 'data');
  const rotated = keys.change('k', (stored) => ({ ...stored!, hash: 'new' }));
  await Promise.all([keys.noteUse('k', 5), rotated, exitOf(child)]);
  expect(await keys.get('k')).toEqual(keyWith('k', { hash: 'new', revokedAt: 7, lastUsedAt: 5 }));
  expect(await keys.findByHash('old')).toBeNull();
});
