import { afterEach, describe, expect, it } from 'vitest';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import type { IdempotencyStorage } from '../storage.js';
import { openEnvironment } from './environment.js';
import { LmdbStorage } from './open.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

/** More than are removed in one commit. */
const MANY = 450;

async function keepPieces(idempotency: IdempotencyStorage, key: string, count: number): Promise<void> {
  await idempotency.putChunk(key, 0, 'piece 0');
  const rest = Array.from({ length: count - 1 }, (_, i) => idempotency.putChunk(key, i + 1, `piece ${i + 1}`));
  await Promise.all(rest);
}

async function countPieces(idempotency: IdempotencyStorage, key: string): Promise<number> {
  let count = 0;
  for await (const _ of idempotency.chunks(key)) count++;
  return count;
}

describe('an answer of very many pieces', () => {
  it('expires as a whole, with those after it', async () => {
    const { idempotency } = await scratch.open(scratch.newFolder());
    for (const key of ['a', 'b']) {
      await keepPieces(idempotency, key, MANY);
      await idempotency.put(key, { fingerprint: 'f', body: null, createdAt: 100 });
    }
    expect(await countPieces(idempotency, 'a')).toBe(MANY);
    await idempotency.expire(200);
    for (const key of ['a', 'b']) {
      expect(await idempotency.get(key)).toBeNull();
      expect(await countPieces(idempotency, key)).toBe(0);
    }
  });

  it('is read without holding on to one state of the store, however slowly', async () => {
    const environment = await openEnvironment(scratch.newFolder());
    const { idempotency } = scratch.keep(new LmdbStorage(environment));
    await keepPieces(idempotency, 'a', MANY);
    const pieces = idempotency.chunks('a')[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toBe('piece 0');
    environment.root.resetReadTxn();
    // The last column has the state that a reader sees, or "-".
    expect(environment.root.readerList()).toMatch(/ -\n$/);
    await idempotency.putChunk('a', 0, 'again');
    await expect(pieces.next()).rejects.toThrow('has expired');
  });

  it('that broke off leaves nothing to the next attempt', async () => {
    const { idempotency } = await scratch.open(scratch.newFolder());
    await keepPieces(idempotency, 'a', MANY);
    await idempotency.putChunk('a', 0, 'again');
    expect(await countPieces(idempotency, 'a')).toBe(1);
  });
});
