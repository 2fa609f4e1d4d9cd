import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEmbedded, removeFromCluster } from './harness/engine.js';
import { startService, temporaryFolder } from './harness/service.js';
import { OPERATOR_KEY, runSextant, spawnSextant } from './harness/sextant-process.js';

const DOCUMENTS = [
  { id: 'tides', tenant_id: 'library', title: 'How tides work', content: 'The Moon pulls the oceans.' },
  { id: 'bread', tenant_id: 'kitchen', title: 'Baking bread', content: 'Flour, water, salt and time.' },
];

let folder: string;
let file: string;
let data: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'documents.ndjson');
  data = join(folder, 'data');
  await writeFile(file, DOCUMENTS.map((document) => JSON.stringify(document)).join('\n'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await removeFromCluster(data);
});

/** As on a machine where no service runs. Port 0 keeps the command from finding one that somebody else runs. */
const run = (words: string[], environment: Record<string, string> = {}) =>
  runSextant(words, { environment: { SEXTANT_DATA_DIR: data, SEXTANT_PORT: '0', ...environment } });

describe('without a service', () => {
  onEmbedded('store file')('says so where nothing is stored yet, and creates nothing', async () => {
    const { exitCode, errors } = await run(['search', 'tides']);
    expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: expect.stringContaining('sextant import PATH') });
    expect(existsSync(data)).toBe(false);
  });

  it('imports, finds and answers, without a key', async () => {
    expect(await run(['import', file])).toMatchObject({
      exitCode: 0,
      output: '2 created, 0 updated, 0 failed.\n',
    });
    expect((await run(['search', 'tides'])).output).toContain('1. How tides work');
    expect((await run(['ask', 'What pulls the oceans?'])).output).toContain('The Moon pulls the oceans. [1]');
  });

  it('leaves neither a lock nor a key behind', async () => {
    expect(existsSync(join(data, 'service.lock'))).toBe(false);
    expect((await run(['keys', 'list'])).output).toContain('There are no keys');
  });

  it('does no more than a key that is named allows', async () => {
    const { output } = await run(['keys', 'create', '--name', 'kitchen', '--tenants', 'kitchen', '--json']);
    const { key } = JSON.parse(output);
    expect((await run(['search', 'tides', '--key', key])).output).toBe('Nothing found.\n');
    const unknown = await run(['search', 'tides', '--key', 'sk_live_unknown']);
    expect(unknown).toMatchObject({ exitCode: 1, errors: expect.stringContaining('rejects this key') });
  });

  it('ends at once on Ctrl-C, and leaves the folder to others', async () => {
    const child = spawnSextant(['import', '-'], { SEXTANT_DATA_DIR: data, SEXTANT_PORT: '0' });
    const ended = once(child, 'exit');
    // It has read nothing yet: it waits for its input, or still loads.
    while (!existsSync(join(data, 'service.lock'))) await sleep(20);
    child.kill('SIGINT');
    child.stdin.end();
    expect([1, 130]).toContain((await ended)[0]);
    expect(existsSync(join(data, 'service.lock'))).toBe(false);
  });

  it('says what to do if a process that does not answer has the folder', async () => {
    const lock = { pid: process.pid, started: null, url: 'http://127.0.0.1:9' };
    await writeFile(join(data, 'service.lock'), JSON.stringify(lock));
    const { exitCode, errors } = await run(['search', 'tides']);
    await rm(join(data, 'service.lock'));
    expect(exitCode).toBe(1);
    expect(errors).toContain(`in use by process ${process.pid}`);
    expect(errors).toContain('SEXTANT_DATA_DIR');
  });
});

describe('with a service on the folder', () => {
  it('uses it, and needs a key', async () => {
    const service = await startService({ folder: data, environment: { SEXTANT_LOG_LEVEL: 'info' } });
    try {
      const withoutKey = await run(['search', 'tides']);
      expect(withoutKey.exitCode).toBe(1);
      expect(withoutKey.errors).toContain(`serves the data folder at ${service.url} and needs an API key`);
      expect(withoutKey.errors).toContain('sextant keys create');
      const found = await run(['search', 'tides'], { SEXTANT_API_KEY: OPERATOR_KEY });
      expect(found.output).toContain('1. How tides work');
      expect(await readFile(join(data, 'service.lock'), 'utf8')).toContain(service.url);
    } finally {
      await service.stop();
    }
  });
});
