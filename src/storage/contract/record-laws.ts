import { expect } from 'vitest';
import { collect, documentWith, getDocument, put } from '../../../testing/stored-samples.js';
import type { Document } from '../../domain/document/document.js';
import { AlreadyAnswered, type KeyRecord } from '../storage.js';
import type { LawBook } from './law-book.js';

const record = (createdAt: number) => ({ fingerprint: 'f', body: '{}', createdAt });

export function keyWith(id: string, fields: Partial<KeyRecord> = {}): KeyRecord {
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

/** API keys, idempotency records, and which encoders the vectors are from. */
export function recordLaws({ law, open, newPlace }: LawBook): void {
  law('finds keys by hash until another hash takes its place', async () => {
    const { keys } = await open();
    await keys.put(keyWith('k1', { hash: 'old' }));
    await keys.put(keyWith('k1', { hash: 'new' }));
    expect(await keys.findByHash('old')).toBeNull();
    expect((await keys.findByHash('new'))?.id).toBe('k1');
    expect(await keys.list()).toHaveLength(1);
    expect(await keys.get('k1')).toEqual(keyWith('k1', { hash: 'new' }));
    expect(await keys.get('x'.repeat(10_000))).toBeNull();
  });

  law('changes a key on the basis of what is stored, and nothing if the change is refused', async () => {
    const { keys } = await open();
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(keys.change('k1', refuse)).rejects.toThrow('refused');
    await keys.change('k1', (stored) => stored ?? keyWith('k1', { hash: 'first' }));
    const renamed = (name: string) =>
      keys.change('k1', (stored) => ({ ...keyWith('k1'), ...stored, name: `${stored?.name} ${name}`, hash: name }));
    await Promise.all([renamed('a'), renamed('b')]);
    const changed = await keys.get('k1');
    expect(changed?.name).toMatch(/^k1 (a b|b a)$/);
    for (const hash of ['first', 'a', 'b']) {
      expect((await keys.findByHash(hash))?.id ?? null).toBe(hash === changed?.hash ? 'k1' : null);
    }
    await expect(keys.change('k1', refuse)).rejects.toThrow('refused');
    expect(await keys.get('k1')).toEqual(changed);
  });

  law('keeps when a key was last used, and nothing of a key that is not there', async () => {
    const { keys } = await open();
    await keys.put(keyWith('k1'));
    await Promise.all([keys.noteUse('k1', 20), keys.noteUse('k1', 30), keys.noteUse('k2', 30)]);
    await keys.noteUse('k1', 25);
    expect(await keys.get('k1')).toEqual(keyWith('k1', { lastUsedAt: 30 }));
    expect(await keys.list()).toHaveLength(1);
    await keys.change('k1', (stored) => ({ ...keyWith('k1'), ...stored, revokedAt: 40 }));
    await keys.noteUse('k1', 50);
    expect(await keys.findByHash('hash of k1')).toMatchObject({ lastUsedAt: 50, revokedAt: 40 });
  });

  law('lists keys oldest first, and keeps them when it is closed and opened again', async () => {
    const place = newPlace();
    const storage = await open(place);
    for (const [id, createdAt] of [
      ['b', 2],
      ['a', 3],
      ['c', 1],
    ] as const) {
      await storage.keys.put(keyWith(id, { createdAt }));
    }
    await storage.close();
    const { keys } = await open(place);
    expect((await keys.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  law('stores an idempotency record with its write, or not at all', async () => {
    const storage = await open();
    const write = (id: string, decide: () => Document) =>
      storage.documents('live').write([{ id, decide, idempotency: () => ({ key: `key ${id}`, record: record(5) }) }]);
    await write('a', () => documentWith('a'));
    await write('b', () => {
      throw new Error('refused');
    });
    expect(await storage.idempotency.get('key a')).toEqual(record(5));
    expect(await storage.idempotency.get('key b')).toBeNull();
  });

  law('refuses a write whose idempotency key was answered meanwhile, and no other write', async () => {
    const storage = await open();
    const day = 24 * 60 * 60 * 1000;
    const write = async (id: string, createdAt: number) => {
      const idempotency = () => ({ key: 'k', record: { ...record(createdAt), body: JSON.stringify(id) } });
      const other = { id: `with ${id}`, decide: () => documentWith(`with ${id}`) };
      const results = await storage
        .documents('live')
        .write([{ id, decide: () => documentWith(id), idempotency }, other]);
      return results.map((one) => (one.status === 'fulfilled' ? 'written' : one.reason));
    };
    expect(await write('a', day)).toEqual(['written', 'written']);
    const [refused, other] = await write('b', 2 * day - 1);
    expect(refused).toBeInstanceOf(AlreadyAnswered);
    expect([refused.record.body, other]).toEqual(['"a"', 'written']);
    expect(await getDocument(storage, 'b')).toBeNull();
    expect(await write('c', 2 * day)).toEqual(['written', 'written']);
    expect((await storage.idempotency.get('k'))?.body).toBe('"c"');
  });

  law('expires idempotency records by age, with their chunks', async () => {
    const { idempotency } = await open();
    for (const index of [0, 1, 2]) await idempotency.putChunk('old', index, `piece ${index}`);
    await idempotency.put('old', { ...record(100), body: null });
    await idempotency.put('reused', record(100));
    await idempotency.put('reused', record(300));
    expect(await collect(idempotency.chunks('old'))).toEqual(['piece 0', 'piece 1', 'piece 2']);
    await idempotency.expire(200);
    expect(await idempotency.get('old')).toBeNull();
    expect(await collect(idempotency.chunks('old'))).toEqual([]);
    expect(await idempotency.get('reused')).toEqual(record(300));
  });

  law('does not mix the pieces of two attempts', async () => {
    const { idempotency } = await open();
    for (const index of [0, 1, 2]) await idempotency.putChunk('k', index, 'broken off');
    await idempotency.putChunk('k', 0, 'again');
    expect(await collect(idempotency.chunks('k'))).toEqual(['again']);
    await idempotency.expire(Date.now() + 1000);
    expect(await collect(idempotency.chunks('k'))).toEqual([]);
  });

  law('keeps the pieces of a new answer while those of an old one under the same key expire', async () => {
    const { idempotency } = await open();
    await idempotency.putChunk('k', 0, 'old');
    await idempotency.put('k', { ...record(100), body: null });
    await idempotency.putChunk('k', 0, 'new 0');
    await idempotency.expire(200);
    expect(await idempotency.get('k')).toBeNull();
    await idempotency.putChunk('k', 1, 'new 1');
    await idempotency.put('k', { ...record(300), body: null });
    await idempotency.expire(200);
    expect(await collect(idempotency.chunks('k'))).toEqual(['new 0', 'new 1']);
    await idempotency.expire(400);
    expect(await collect(idempotency.chunks('k'))).toEqual([]);
  });

  law('knows no encoders at first, and keeps them when it is closed and opened again', async () => {
    const place = newPlace();
    const storage = await open(place);
    expect(await storage.vectorSpaces.get()).toBeNull();
    const served = { space: 's', settings: { folder: '/m', dimensions: 3, url: null } };
    const spaces = { served, next: null, complete: true, leaving: ['old'] };
    await storage.vectorSpaces.put(spaces);
    await storage.close();
    expect(await (await open(place)).vectorSpaces.get()).toEqual(spaces);
  });
}

/** The end. */
export function closingLaws({ law, open, newPlace }: LawBook): void {
  law('refuses writes once closed, after those that wait are done', async () => {
    const place = newPlace();
    const storage = await open(place);
    const writing = put(storage, documentWith('a'));
    const closing = storage.close();
    await writing;
    await closing;
    await expect(put(storage, documentWith('b'))).rejects.toThrow('closed');
    expect(await getDocument(await open(place), 'a')).not.toBeNull();
  });
}
