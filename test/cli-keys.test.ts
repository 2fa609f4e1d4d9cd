import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectError } from './harness/expectations.js';
import { type IssuedKey, issueKeyByCommand, type KeyWishes, runKeys } from './harness/keys.js';
import { startService } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { runSextant } from './harness/sextant-process.js';

const shared = useService();
const issueKey = (wishes: KeyWishes = {}) => issueKeyByCommand(shared.service.folder, wishes);
const keys = (...words: string[]) => runKeys(shared.service.folder, words);
const run = (...words: string[]) =>
  runSextant(['keys', ...words], { environment: { SEXTANT_DATA_DIR: shared.service.folder } });
const statusWith = async (key: string) => (await shared.client.withKey(key).get('/versions')).status;

describe('sextant keys create', () => {
  it('prints the key as JSON, and it works at once', async () => {
    const words = [
      '--name',
      'all',
      '--mode',
      'test',
      '--tenants',
      'a,b',
      '--scopes',
      'write,read',
      '--expires',
      '2090-01-31',
    ];
    const issued: IssuedKey = JSON.parse(await keys('create', ...words, '--json'));
    expect(issued).toEqual({
      id: expect.stringMatching(/^\S+$/),
      name: 'all',
      key: expect.stringMatching(/^sk_test_[A-Za-z0-9]{32,}$/),
      mode: 'test',
      scopes: ['read', 'write'],
      tenants: ['a', 'b'],
      expires_at: '2090-01-31T00:00:00.000Z',
    });
    expect(await statusWith(issued.key)).toBe(200);
  });

  it('makes a live key with four scopes that never expires, by default', async () => {
    expect(await issueKey({ name: 'plain' })).toMatchObject({
      key: expect.stringMatching(/^sk_live_[A-Za-z0-9]{32,}$/),
      mode: 'live',
      scopes: ['read', 'write', 'generate', 'train'],
      tenants: null,
      expires_at: null,
    });
  });

  it('warns of a date in the past, and the key it prints lets nobody in', async () => {
    const { exitCode, output, errors } = await run('create', '--name', 'x', '--expires', '2020-01-01', '--json');
    expect({ exitCode, warning: errors.trim() }).toEqual({
      exitCode: 0,
      warning: 'Warning: this key has already expired.',
    });
    const issued: IssuedKey = JSON.parse(output);
    expect(issued.expires_at).toBe('2020-01-01T00:00:00.000Z');
    expect(await statusWith(issued.key)).toBe(401);
  });

  it('prints the key once, for people', async () => {
    const output = await keys('create', '--name', 'for people');
    const [key] = /sk_live_[A-Za-z0-9]+/.exec(output) ?? [''];
    expect(await statusWith(key)).toBe(200);
  });

  it.each([
    ['no name', []],
    ['an unknown scope', ['--name', 'x', '--scopes', 'read,wirte']],
    ['what is no date', ['--name', 'x', '--expires', 'soon']],
    ['an unknown option', ['--name', 'x', '--tenant', 'a']],
  ])('refuses %s, without a stack', async (_, words) => {
    const { exitCode, output, errors } = await run('create', ...words);
    expect(exitCode).toBeGreaterThan(0);
    expect(output).toBe('');
    expect(errors.length).toBeGreaterThan(10);
    expect(errors).not.toMatch(/\n\s+at /);
  });
});

describe('sextant keys list', () => {
  it('shows what keys may do, and never a key', async () => {
    const { id, key } = await issueKey({ name: 'listed', scopes: 'read' });
    const [text, json] = [await keys('list'), await keys('list', '--json')];
    expect(text).toContain('listed');
    const listed: { id: string }[] = JSON.parse(json);
    expect(listed.find((entry) => entry.id === id)).toMatchObject({
      name: 'listed',
      status: 'active',
      scopes: ['read'],
    });
    expect(text + json).not.toMatch(/sk_(live|test)_[A-Za-z0-9]{8,}/);
    expect(text + json).not.toContain(key);
  });
});

describe('sextant keys revoke', () => {
  it('holds at once, for good', async () => {
    const { id, key } = await issueKey();
    expect(await statusWith(key)).toBe(200);
    await keys('revoke', id);
    expectError(await shared.client.withKey(key).get('/versions'), 401, 'invalid_api_key');
    expect(await keys('list')).toMatch(new RegExp(`${id}.*revoked`));
    expect((await run('rotate', id)).exitCode).toBe(1);
  });

  it('of a key that there is not fails', async () => {
    expect((await run('revoke', 'key_nothing')).exitCode).toBe(1);
    expect((await run('revoke')).exitCode).toBe(2);
  });
});

describe('sextant keys rotate', () => {
  it('gives a new key with the same rights, and the old one is dead at once', async () => {
    const old = await issueKey({ name: 'rotated', scopes: 'read', tenants: 'a' });
    const fresh: IssuedKey = JSON.parse(await keys('rotate', old.id, '--json'));
    expect(fresh).toEqual({ ...old, key: expect.any(String) });
    expect(fresh.key).not.toBe(old.key);
    expect([await statusWith(old.key), await statusWith(fresh.key)]).toEqual([401, 200]);
    expectError(await shared.client.withKey(fresh.key).addDocument({}), 403, 'scope_missing');
  });
});

describe('the data folder', () => {
  it('holds no key, only hashes', async () => {
    const { key } = await issueKey();
    const { folder } = shared.service;
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const found = names.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(key.slice(8)));
    expect(names.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});

describe('a first start without any key', () => {
  it('makes one that may do everything and prints it once', async () => {
    const first = await startService({ environment: { SEXTANT_API_KEY: '' } });
    const [key] = /sk_live_[A-Za-z0-9]{32,}/.exec(first.log.join('\n')) ?? [''];
    expect((await first.client.withKey(key).get('/metrics')).status).toBe(200);
    await first.stop();
    const second = await startService({ folder: first.folder, environment: { SEXTANT_API_KEY: '' } });
    expect(second.log.join('\n')).not.toMatch(/sk_live_[A-Za-z0-9]{8,}/);
    expect((await second.client.withKey(key).get('/metrics')).status).toBe(200);
    await second.dispose();
  });
});
