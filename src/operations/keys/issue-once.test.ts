import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, SCOPES } from '../../domain/caller.js';
import { type LmdbStorage, openLmdbStorage } from '../../storage/lmdb/open.js';
import type { KeyStorage } from '../../storage/storage.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { SecretRequest } from './issue-once.js';
import { KeyUses } from './key-uses.js';
import { keyAuthenticator } from './keys.js';
import { issueKey, replaceSecret } from './manage-keys.js';

const NOW = Date.parse('2024-11-04T00:00:00Z');
const CALLER: Caller = { keyId: 'key_0admin', mode: 'live', scopes: SCOPES, tenants: null, rateLimit: null };
let folder: string;
let storage: LmdbStorage;
let request: SecretRequest;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-issue-once-'));
  storage = await openLmdbStorage({ folder });
  const mutex = new KeyedMutex();
  request = { storage: storage.idempotency, mutex, key: 'k', fingerprint: 'f', callerSecret: 'sk_live_secret' };
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

function context(keys: KeyStorage = storage.keys) {
  const uses = new KeyUses({ keys: () => keys, now: () => NOW, onLoss: () => {} });
  return { caller: CALLER, keys, uses, now: () => NOW };
}

/** The store of a service that is gone when the key is to be stored. */
function brokenOff(): KeyStorage {
  const { keys } = storage;
  return {
    findByHash: (hash) => keys.findByHash(hash),
    get: (id) => keys.get(id),
    list: () => keys.list(),
    put: (key) => keys.put(key),
    noteUse: (id, time) => keys.noteUse(id, time),
    change: async () => {
      throw new Error('gone');
    },
  };
}

async function opens(secret: string): Promise<boolean> {
  const authenticate = keyAuthenticator({ keys: storage.keys, operatorKey: null, now: () => NOW });
  return (await authenticate(secret)) !== null;
}

describe('a request that was cut off before its key was stored', () => {
  it('for a new key is completed by its repetition', async () => {
    await expect(issueKey({ name: 'app' }, context(brokenOff()), request)).rejects.toThrow('gone');
    expect(await storage.keys.list()).toEqual([]);
    const { result } = await issueKey({ name: 'app' }, context(), request);
    expect(await opens(result.secret)).toBe(true);
    expect(await issueKey({ name: 'app' }, context(), request)).toEqual({ result, replayed: true });
    expect(await storage.keys.list()).toHaveLength(1);
  });

  it('for a new secret is completed too, and undoes no later change', async () => {
    const { result: made } = await issueKey({ name: 'app' }, context(), null);
    const { id } = made.key;
    await expect(replaceSecret(id, context(brokenOff()), request)).rejects.toThrow('gone');
    expect(await opens(made.secret)).toBe(true);
    const { result: second } = await replaceSecret(id, context(), request);
    expect([await opens(made.secret), await opens(second.secret)]).toEqual([false, true]);
    const { result: third } = await replaceSecret(id, context(), null);
    expect((await replaceSecret(id, context(), request)).result.secret).toBe(second.secret);
    expect([await opens(second.secret), await opens(third.secret)]).toEqual([false, true]);
  });
});

it('what is kept for a repetition can only be read with the secret of the calling key', async () => {
  const { result } = await issueKey({ name: 'app' }, context(), request);
  const body = (await storage.idempotency.get('k'))?.body ?? '';
  expect(Buffer.from(body, 'base64').toString('latin1')).not.toContain(result.secret);
  const other = { ...request, callerSecret: 'sk_live_other' };
  await expect(issueKey({ name: 'app' }, context(), other)).rejects.toThrow('new secret');
  expect(await storage.keys.list()).toHaveLength(1);
});
