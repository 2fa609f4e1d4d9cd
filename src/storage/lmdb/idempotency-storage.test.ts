import { afterEach, describe, expect, it } from 'vitest';
import { documentWith, ScratchStorages } from '../../../testing/scratch-storage.js';
import type { Document } from '../../domain/document/document.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

describe('idempotency records', () => {
  const record = (createdAt: number) => ({ fingerprint: 'f', body: '{}', createdAt });

  it('are stored with the write, or not at all', async () => {
    const storage = await scratch.open();
    const write = (id: string, decide: () => Document) =>
      storage.documents('live').write([{ id, decide, idempotency: () => ({ key: `key ${id}`, record: record(5) }) }]);
    await write('a', () => documentWith('a'));
    await write('b', () => {
      throw new Error('refused');
    });
    expect(storage.idempotency.get('key a')).toEqual(record(5));
    expect(storage.idempotency.get('key b')).toBeNull();
  });

  it('expire by age, with their chunks', async () => {
    const { idempotency } = await scratch.open();
    for (const index of [0, 1, 2]) await idempotency.putChunk('old', index, `piece ${index}`);
    await idempotency.put('old', { ...record(100), body: null });
    await idempotency.put('reused', record(100));
    await idempotency.put('reused', record(300));
    expect([...idempotency.chunks('old')]).toEqual(['piece 0', 'piece 1', 'piece 2']);
    await idempotency.expire(200);
    expect(idempotency.get('old')).toBeNull();
    expect([...idempotency.chunks('old')]).toEqual([]);
    expect(idempotency.get('reused')).toEqual(record(300));
  });

  it('do not mix the pieces of two attempts', async () => {
    const { idempotency } = await scratch.open();
    for (const index of [0, 1, 2]) await idempotency.putChunk('k', index, 'broken off');
    await idempotency.putChunk('k', 0, 'again');
    expect([...idempotency.chunks('k')]).toEqual(['again']);
    await idempotency.expire(Date.now() + 1000);
    expect([...idempotency.chunks('k')]).toEqual([]);
  });
});
