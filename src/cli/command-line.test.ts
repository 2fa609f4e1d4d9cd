import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFolderLock } from '../storage/folder-lock.js';

/** The commands as people run them, each in its own process (from dist/), beside a service on the same folder. */
const ENTRY = join(import.meta.dirname, '../../dist/cli/main.js');
const API_KEY = `sk_live_${'k'.repeat(30)}`;

let folder: string;
const services: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-cli-'));
});

afterEach(async () => {
  await Promise.all(services.splice(0).map(stop));
  rmSync(folder, { recursive: true });
});

function start(dataDir: string, ...words: string[]) {
  const settings = {
    ...{ SEXTANT_DATA_DIR: join(folder, dataDir), SEXTANT_PORT: '0', SEXTANT_LOG_LEVEL: 'warn' },
    ...{ SEXTANT_EMBEDDING_THREADS: '1', SEXTANT_READERS: 'on_demand' },
  };
  const env = { PATH: process.env.PATH, SEXTANT_API_KEY: API_KEY, ...settings };
  return spawn(process.execPath, [ENTRY, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(dataDir: string, ...words: string[]) {
  const child = start(dataDir, ...words);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors, code: await code };
}

/** Starts a service on a free port and returns its address once it serves. */
async function serve(dataDir: string): Promise<string> {
  services.push(start(dataDir, 'serve'));
  for (;;) {
    const url = (await readFolderLock(join(folder, dataDir)))?.url ?? '';
    const announced = url !== '' && !url.endsWith(':0');
    const answer = announced ? await fetch(`${url}/readyz`).catch(() => null) : null;
    if (answer?.ok) return url;
    await sleep(50);
  }
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const closed = new Promise((resolve) => service.on('close', resolve));
  service.kill('SIGTERM');
  await closed;
}

async function statusFor(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/versions`, { headers: { 'X-API-Key': key } })).status;
}

async function titleOf(url: string, id: string): Promise<string | undefined> {
  const response = await fetch(`${url}/v20241104/documents/${id}`, { headers: { 'X-API-Key': API_KEY } });
  const { title }: { title?: string } = JSON.parse(await response.text());
  return title;
}

it('keys that are created, rotated and revoked hold at once in a running service', async () => {
  const url = await serve('data');
  const created = JSON.parse((await run('data', 'keys', 'create', '--name', 'app', '--json')).output);
  expect(Object.keys(created)).toEqual(['id', 'name', 'key', 'mode', 'scopes', 'tenants', 'expires_at']);
  expect(await statusFor(url, created.key)).toBe(200);

  const rotated = JSON.parse((await run('data', 'keys', 'rotate', created.id, '--json')).output);
  expect({ ...rotated, key: '' }).toEqual({ ...created, key: '' });
  expect([await statusFor(url, created.key), await statusFor(url, rotated.key)]).toEqual([401, 200]);

  expect((await run('data', 'keys', 'revoke', created.id)).code).toBe(0);
  expect(await statusFor(url, rotated.key)).toBe(401);
  const [listed] = JSON.parse((await run('data', 'keys', 'list', '--json')).output);
  expect(listed).toMatchObject({ id: created.id, status: 'revoked' });
  expect((await run('data', 'keys', 'list')).output).not.toContain(rotated.key);
});

it('what is imported comes back from a snapshot that was made while serving', async () => {
  const url = await serve('data');
  const file = join(folder, 'documents.ndjson');
  const document = (id: number) => JSON.stringify({ id: `d${id}`, title: `Title ${id}`, tenant_id: 't' });
  writeFileSync(file, Array.from({ length: 400 }, (_, id) => document(id)).join('\n'));
  appendFileSync(file, '\n{"id": "no title"}');
  const imported = await run('data', 'import', file, '--url', url);
  expect(imported.output).toBe('400 created, 0 updated, 1 failed.\n');
  expect(imported.errors).toContain('line 401');
  expect(imported.code).toBe(1);
  expect(existsSync(`${file}.sextant-progress`)).toBe(false);
  expect(JSON.parse(readFileSync(`${file}.failed.ndjson`, 'utf8'))).toMatchObject({ line: 401 });

  const snapshot = join(folder, 'snapshot');
  expect((await run('data', 'snapshot', snapshot)).code).toBe(0);
  expect(await run('data', 'snapshot', snapshot)).toMatchObject({ code: 1, errors: expect.stringContaining('exists') });
  expect(await run('data', 'restore', snapshot, '--force')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('in use'),
  });
  expect((await run('other', 'restore', snapshot)).output).toContain('400 live documents');
  expect(await run('other', 'restore', snapshot)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('not empty'),
  });
  expect((await run('other', 'restore', snapshot, '--force')).code).toBe(0);
  expect(await titleOf(await serve('other'), 'd399')).toBe('Title 399');
});

it('a damaged snapshot changes nothing', async () => {
  await run('data', 'keys', 'create', '--name', 'kept');
  const snapshot = join(folder, 'snapshot');
  await run('data', 'snapshot', snapshot);
  const bytes = readFileSync(snapshot);
  bytes[5000] ^= 1;
  writeFileSync(snapshot, bytes);
  expect(await run('data', 'restore', snapshot, '--force')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('damaged'),
  });
  expect((await run('data', 'keys', 'list')).output).toContain('kept');
});

it('a second service on the folder is refused, and doctor knows the first', async () => {
  const url = await serve('data');
  expect(await run('data', 'serve')).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`in use by the service at ${url}`),
  });
  expect(await run('data', 'doctor')).toMatchObject({ code: 0, output: expect.stringContaining(url) });
});

it('doctor says what is wrong and changes nothing', async () => {
  writeFileSync(join(folder, 'file'), '');
  const { code, output } = await run('file', 'doctor');
  expect(code).toBe(1);
  expect(output).toContain('is a file');
  expect((await run('absent', 'doctor')).output).toContain('The first start creates it');
  expect(existsSync(join(folder, 'absent'))).toBe(false);
});
