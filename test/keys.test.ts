import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, type Client, type Json, VERSION } from './harness/client.js';
import { onEmbedded } from './harness/engine.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const KEYS = `${VERSION}/keys`;
const ALL_SCOPES = ['read', 'write', 'generate', 'train', 'admin', 'metrics'];

interface Made {
  id: string;
  secret: string;
  client: Client;
  answer: Answer;
}

async function make(wishes: Json = {}, by: Client = shared.client): Promise<Made> {
  const answer = await by.post(KEYS, { name: 'a test', ...wishes });
  expectSuccess(answer, 'key');
  const secret = String(answer.body.key);
  return { id: answer.body.id, secret, client: shared.client.withKey(secret), answer };
}

function rotate(id: string, by: Client = shared.client, headers: Record<string, string> = {}): Promise<Answer> {
  return by.send(`${KEYS}/${id}/rotate`, { method: 'POST', headers });
}

async function listedIds(by: Client, request: Json = {}): Promise<string[]> {
  const answer = await by.post(`${KEYS}/browse`, { limit: 100, ...request });
  expectSuccess(answer, 'browse_result');
  return answer.body.data.map(({ id }) => id);
}

async function isRefused(client: Client): Promise<boolean> {
  return (await client.get(`${KEYS}/current`)).status === 401;
}

describe('a new key', () => {
  it('is what was asked for, works at once, and shows its secret only once', async () => {
    const settings = { scopes: ['write', 'read'], tenants: ['a', 'b', 'a'], expires_at: '2090-01-31', rate_limit: 600 };
    const { id, secret, client, answer } = await make({ name: 'shop', mode: 'test', ...settings });
    const shown = {
      id: expect.stringMatching(/^key_/),
      name: 'shop',
      mode: 'test',
      status: 'active',
      scopes: ['read', 'write'],
      tenants: ['a', 'b'],
      rate_limit: 600,
      created_at: expect.any(String),
      expires_at: '2090-01-31T00:00:00.000Z',
      revoked_at: null,
      last_used_at: null,
    };
    expect(answer.body).toMatchObject({ ...shown, key: expect.stringMatching(/^sk_test_[a-z0-9]{38}$/) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const found = [await client.get(`${KEYS}/current`), await shared.client.get(`${KEYS}/${id}`)];
    const used = { ...shown, last_used_at: expect.stringMatching(ISO_UTC) };
    for (const one of found) expect(one.body).toMatchObject(used);
    const listed = await shared.client.post(`${KEYS}/browse`, { mode: 'test' });
    expect(listed.body.data[0]).toEqual(used);
    for (const { text } of [...found, listed]) expect(text).not.toMatch(new RegExp(`${secret}|hash`));
  });

  it('has the mode and the tenants of the one that made it, unless it names others', async () => {
    const { answer } = await make();
    expect(answer.body).toMatchObject({ mode: 'live', tenants: null, expires_at: null, rate_limit: null });
    expect(answer.body.scopes).toEqual(['read', 'write', 'generate', 'train']);
    const bound = await make({ mode: 'test', tenants: ['a', 'b'], scopes: ALL_SCOPES });
    expect((await make({}, bound.client)).answer.body).toMatchObject({ mode: 'test', tenants: ['a', 'b'] });
  });

  it('is refused with everything that is wrong at once', async () => {
    const wrong = { name: ' ', mode: 'both', scopes: ['reed'], tenants: [''], expires_at: 'soon', rate_limit: 0, x: 1 };
    expectProblems(await shared.client.post(KEYS, wrong), {
      name: 'parameter_too_short',
      mode: 'parameter_invalid',
      'scopes[0]': 'parameter_invalid',
      'tenants[0]': 'parameter_too_short',
      expires_at: 'parameter_invalid',
      rate_limit: 'parameter_too_small',
      x: 'parameter_unknown',
    });
    expectProblems(await shared.client.post(KEYS, { name: 'a\nb', scopes: [], tenants: [] }), {
      name: 'parameter_invalid',
      scopes: 'too_few_items',
      tenants: 'too_few_items',
    });
  });
});

describe('a change of a key', () => {
  it('replaces its secret, and the old one is refused at once', async () => {
    const { id, secret, client } = await make();
    const rotated = await rotate(id);
    expectSuccess(rotated, 'key');
    expect(rotated.body).toMatchObject({ id, key: expect.not.stringContaining(secret) });
    expect(await isRefused(client)).toBe(true);
    expect(await isRefused(client.withKey(String(rotated.body.key)))).toBe(false);
  });

  it('ends it for good, also by itself', async () => {
    const { id, client } = await make({ scopes: ['admin'] });
    expect((await client.delete(`${KEYS}/${id}`)).body.status).toBe('revoked');
    expect(await isRefused(client)).toBe(true);
    const { body: again } = await shared.client.delete(`${KEYS}/${id}`);
    expect((await shared.client.get(`${KEYS}/${id}`)).body).toMatchObject({ revoked_at: again.revoked_at });
    expectError(await rotate(id), 409, 'key_revoked');
    expect(await listedIds(shared.client, { status: 'revoked' })).toContain(id);
    expect(await listedIds(shared.client, { status: 'active' })).not.toContain(id);
  });

  it('never brings back a key that was revoked meanwhile', async () => {
    const { id } = await make();
    await Promise.all([rotate(id), shared.client.delete(`${KEYS}/${id}`), rotate(id)]);
    expect((await shared.client.get(`${KEYS}/${id}`)).body.status).toBe('revoked');
  });

  it('needs a key that exists', async () => {
    for (const id of ['key_0missing', 'a%2Fb', 'x'.repeat(300), 'sk_live_0123456789abcdefghijklmn']) {
      for (const answer of [
        await shared.client.get(`${KEYS}/${id}`),
        await rotate(id),
        await shared.client.delete(`${KEYS}/${id}`),
      ]) {
        expectError(answer, 404, 'key_not_found');
        expect(answer.body.error.message).not.toContain('sk_live_');
      }
    }
  });

  it('of the key in SEXTANT_API_KEY is not possible here', async () => {
    const { body } = await shared.client.get(`${KEYS}/current`);
    expect(body).toMatchObject({ id: 'operator', name: 'SEXTANT_API_KEY', created_at: null, scopes: ALL_SCOPES });
    expect(await listedIds(shared.client)).not.toContain('operator');
    const answer = await rotate('operator');
    expectError(answer, 404, 'key_not_found');
    expect(answer.body.error.message).toContain('SEXTANT_API_KEY');
  });
});

describe('an administrator gives no more than it has', () => {
  it('of scopes, neither in a new key nor in the secret of another', async () => {
    const admin = await make({ scopes: ['read', 'admin'] });
    const other = await make();
    for (const scopes of [undefined, ['read', 'write'], ['metrics']]) {
      const answer = await admin.client.post(KEYS, { name: 'more', scopes });
      expectError(answer, 403, 'scope_missing');
      expect(answer.body.error.param).toBe('scopes');
    }
    expectError(await rotate(other.id, admin.client), 403, 'scope_missing');
    expect(await isRefused(other.client)).toBe(false);
    const less = await make({ scopes: ['read'] }, admin.client);
    expect((await rotate(less.id, admin.client)).status).toBe(200);
    expect((await admin.client.delete(`${KEYS}/${other.id}`)).status).toBe(200);
  });

  it('of tenants, and knows of no other keys', async () => {
    const { client } = await make({ scopes: ALL_SCOPES, tenants: ['a', 'b'] });
    for (const tenants of [null, ['c'], ['a', 'c']]) {
      expectError(await client.post(KEYS, { name: 'more', tenants }), 403, 'tenant_not_allowed');
    }
    const own = await make({ tenants: ['b'] }, client);
    const foreign = await Promise.all([null, ['c'], ['a', 'c']].map((tenants) => make({ tenants })));
    const listed = await listedIds(client);
    expect(listed).toContain(own.id);
    for (const { id, client: untouched } of foreign) {
      expect(listed).not.toContain(id);
      const missing = await client.get(`${KEYS}/key_0missing`);
      for (const answer of [
        await client.get(`${KEYS}/${id}`),
        await rotate(id, client),
        await client.delete(`${KEYS}/${id}`),
      ]) {
        expectError(answer, 404, 'key_not_found');
        expect(answer.body.error.message).toBe(missing.body.error.message.replace('key_0missing', id));
      }
      expect(await isRefused(untouched)).toBe(false);
    }
  });

  it('of modes: a test key has no part in live keys, a live key manages both', async () => {
    const test = await make({ mode: 'test', scopes: ALL_SCOPES });
    const live = await make();
    expectError(await test.client.post(KEYS, { name: 'more', mode: 'live' }), 403, 'mode_not_allowed');
    expectError(await rotate(live.id, test.client), 404, 'key_not_found');
    expect(await listedIds(test.client)).not.toContain(live.id);
    expect(await listedIds(shared.client)).toEqual(expect.arrayContaining([live.id, test.id]));
  });
});

describe('a request that is repeated with the same Idempotency-Key', () => {
  it('gets the same secret, of one and the same key', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const admin = await make({ scopes: ALL_SCOPES });
    const first = await admin.client.post(KEYS, { name: 'once' }, headers);
    const second = await admin.client.post(KEYS, { name: 'once' }, headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expectError(await admin.client.post(KEYS, { name: 'another' }, headers), 409, 'idempotency_mismatch');
    const rotations = [1, 2].map(() => rotate(first.body.id, admin.client, { 'Idempotency-Key': 'turn' }));
    const [one, other] = (await Promise.all(rotations)).map(({ body }) => String(body.key));
    expect(other).toBe(one);
    expect(await isRefused(shared.client.withKey(one))).toBe(false);
    const renewed = String((await rotate(admin.id)).body.key);
    const unreadable = await admin.client.withKey(renewed).post(KEYS, { name: 'once' }, headers);
    expectError(unreadable, 409, 'idempotency_mismatch');
  });
});

describe('a secret', () => {
  it('is not logged', async () => {
    const { id, secrets } = await issueSecrets();
    await vi.waitUntil(() => shared.service.log.some((line) => line.includes(id)));
    for (const part of secrets.map(randomPart)) {
      expect(shared.service.log.filter((line) => line.includes(part))).toEqual([]);
    }
  });

  onEmbedded('store file')('is not stored', async () => {
    const { id, secrets } = await issueSecrets();
    const entries = await readdir(shared.service.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    expect(contents.some((content) => content.includes(id))).toBe(true);
    for (const part of secrets.map(randomPart)) {
      expect(contents.filter((content) => content.includes(part))).toEqual([]);
    }
  });
});

/** Secrets of new and rotated keys, with and without an Idempotency-Key, that were used and sent where they don't belong. */
async function issueSecrets(): Promise<{ id: string; secrets: string[] }> {
  const { id, secret } = await make();
  const kept = await shared.client.post(KEYS, { name: 'kept' }, { 'Idempotency-Key': `kept for ${id}` });
  const rotated = await rotate(id, shared.client, { 'Idempotency-Key': `rotated ${id}` });
  const secrets = [secret, String(kept.body.key), String(rotated.body.key)];
  await shared.client.withKey(secrets[2]).search({ query: 'tides', search_type: 'lexical' });
  expectError(await shared.client.get(`${KEYS}/${secrets[1]}`), 404, 'key_not_found');
  return { id, secrets };
}

/** In case something shortens a key. */
function randomPart(secret: string): string {
  return secret.slice('sk_live_'.length, -8);
}
