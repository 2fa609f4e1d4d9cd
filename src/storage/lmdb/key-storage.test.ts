import { afterEach, describe, expect, it } from 'vitest';
import { exitOf, runChild, ScratchStorages } from '../../../testing/scratch-storage.js';
import type { KeyRecord } from '../storage.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

describe('keys', () => {
  it('are found by hash until another takes its place', async () => {
    const { keys } = await scratch.open();
    await keys.put(key('k1', { hash: 'old' }));
    await keys.put(key('k1', { hash: 'new' }));
    expect(keys.findByHash('old')).toBeNull();
    expect(keys.findByHash('new')?.id).toBe('k1');
    expect(keys.list()).toHaveLength(1);
    expect(keys.get('x'.repeat(10_000))).toBeNull();
  });

  it('written by another process hold at once', async () => {
    const folder = scratch.newFolder();
    const { keys } = await scratch.open(folder);
    await keys.put(key('here', { hash: 'here' }));
    const record = JSON.stringify(key('there', { hash: 'there' }));
    const child = runChild(`await storage.keys.put(${record}); console.log(storage.keys.list().length);`, folder);
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      // In the very turn in which the other process says that it is done, even if this one has read in it before.
      expect(keys.findByHash('there')?.id).toBe('there');
    });
    expect(keys.findByHash('there')).toBeNull();
    await exitOf(child);
    expect(output.trim()).toBe('2');
  });
});

function key(id: string, fields: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id,
    name: id,
    mode: 'live',
    hash: `hash of ${id}`,
    scopes: ['read'],
    tenants: null,
    expiresAt: null,
    rateLimit: null,
    createdAt: 1,
    revokedAt: null,
    ...fields,
  };
}
