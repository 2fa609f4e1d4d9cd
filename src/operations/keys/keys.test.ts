import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SCOPES } from '../../domain/caller.js';
import { ServiceError } from '../../domain/errors/error.js';
import { type LmdbStorage, openLmdbStorage } from '../../storage/lmdb/open.js';
import type { KeyRequest } from './key-request.js';
import { KeyUses } from './key-uses.js';
import { createKey, keyAuthenticator, listKeys, revokeKey, rotateKey } from './keys.js';

const NOW = Date.parse('2024-11-04T00:00:00Z');
const OPERATOR_KEY = `sk_live_${'o'.repeat(30)}`;
let folder: string;
let storage: LmdbStorage;
let time: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-keys-'));
  storage = await openLmdbStorage({ folder });
  time = NOW;
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

function authenticate(secret: string) {
  return keyAuthenticator({ keys: storage.keys, operatorKey: OPERATOR_KEY, now: () => time })(secret);
}

async function problemsOf(request: KeyRequest): Promise<string[]> {
  const error = await createKey(storage.keys, request, NOW).catch((thrown: unknown) => thrown);
  return error instanceof ServiceError ? error.problems.map(({ param, code }) => `${param} ${code}`) : [];
}

describe('a new key', () => {
  it('has the default scopes, all tenants and no end', async () => {
    const { key, secret } = await createKey(storage.keys, { name: 'app' }, NOW);
    expect(secret).toMatch(/^sk_live_[a-z0-9]{38}$/);
    expect(key).toMatchObject({ mode: 'live', tenants: null, expiresAt: null, rateLimit: null });
    expect(key.scopes).toEqual(['read', 'write', 'generate', 'train']);
    expect(JSON.stringify(await storage.keys.list())).not.toContain(secret);
  });

  it('lets its owner in as what it says', async () => {
    const request = { name: 'app', mode: 'test', tenants: ['a', 'b', 'a'], scopes: ['write', 'read'], rateLimit: 60 };
    const { key, secret } = await createKey(storage.keys, request, NOW);
    expect(secret).toMatch(/^sk_test_/);
    expect(await authenticate(secret)).toEqual({
      keyId: key.id,
      mode: 'test',
      scopes: ['read', 'write'],
      tenants: ['a', 'b'],
      rateLimit: 60,
    });
  });

  it('is refused with everything that is wrong at once', async () => {
    const request = {
      name: ' ',
      mode: 'live ',
      scopes: ['reed'],
      tenants: ['', 'x'.repeat(251)],
      expires: 'soon',
      rateLimit: 0,
    };
    expect(await problemsOf(request)).toEqual([
      'name parameter_too_short',
      'mode parameter_invalid',
      'scopes[0] parameter_invalid',
      'tenants[0] parameter_too_short',
      'tenants[1] parameter_too_long',
      'expires parameter_invalid',
      'rate_limit parameter_invalid',
    ]);
    expect(await problemsOf({ name: 'x'.repeat(101) })).toEqual(['name parameter_too_long']);
    expect(await problemsOf({ name: 'a\nb', scopes: [], tenants: [] })).toEqual([
      'name parameter_invalid',
      'scopes too_few_items',
      'tenants too_few_items',
    ]);
  });

  it('guesses the scope that was meant', async () => {
    await expect(createKey(storage.keys, { name: 'x', scopes: ['reed'] }, NOW)).rejects.toThrow('Did you mean "read"?');
  });
});

describe('a key that ended', () => {
  it('by its date lets nobody in from that moment', async () => {
    const { secret } = await createKey(storage.keys, { name: 'app', expires: '2024-11-05' }, NOW);
    expect(await authenticate(secret)).not.toBeNull();
    time = Date.parse('2024-11-05T00:00:00Z');
    expect(await authenticate(secret)).toBeNull();
    expect((await listKeys(storage.keys, time))[0].status).toBe('expired');
  });

  it('by being revoked stays so', async () => {
    const { key, secret } = await createKey(storage.keys, { name: 'app' }, NOW);
    await revokeKey(storage.keys, key.id, NOW);
    expect(await authenticate(secret)).toBeNull();
    expect((await revokeKey(storage.keys, key.id, NOW + 5)).revokedAt).toBe(NOW);
    await expect(rotateKey(storage.keys, key.id)).rejects.toThrow('has been revoked');
    expect((await listKeys(storage.keys, NOW))[0]).toMatchObject({ status: 'revoked', key: { name: 'app' } });
    expect((await listKeys(storage.keys, NOW))[0].key).not.toHaveProperty('hash');
  });
});

it('rotating keeps id and settings and kills the old secret', async () => {
  const issued = await createKey(storage.keys, { name: 'app', tenants: ['a'] }, NOW);
  const rotated = await rotateKey(storage.keys, issued.key.id);
  expect(rotated.key).toEqual({ ...issued.key, hash: rotated.key.hash });
  expect(await authenticate(issued.secret)).toBeNull();
  expect((await authenticate(rotated.secret))?.keyId).toBe(issued.key.id);
});

it("the operator's key is live and may do everything", async () => {
  expect(await authenticate(OPERATOR_KEY)).toMatchObject({ mode: 'live', scopes: SCOPES, tenants: null });
  expect(await authenticate(`${OPERATOR_KEY}x`)).toBeNull();
  expect(await authenticate('')).toBeNull();
});

it('an unknown id is named, with the one that was meant', async () => {
  const { key } = await createKey(storage.keys, { name: 'app' }, NOW);
  await expect(revokeKey(storage.keys, `${key.id}x`, NOW)).rejects.toThrow(`Did you mean "${key.id}"?`);
  await expect(rotateKey(storage.keys, 'x'.repeat(9000))).rejects.toThrow('There is no key');
});

it('knows at once when a key was last used, and later generations know it too', async () => {
  const { key, secret } = await createKey(storage.keys, { name: 'app' }, NOW);
  const newUses = () => new KeyUses({ keys: () => storage.keys, now: () => time, onLoss: () => {} });
  const uses = newUses();
  const open = keyAuthenticator({ keys: storage.keys, operatorKey: null, now: () => time, onUse: uses.note });
  time = NOW + 5;
  await open(secret);
  await open(`${secret}x`);
  expect(uses.known(key).lastUsedAt).toBe(NOW + 5);
  await uses.flush();
  const stored = (await storage.keys.get(key.id))!;
  expect(newUses().known(stored).lastUsedAt).toBe(NOW + 5);
});
