import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { OPERATOR_KEY, runSextant, spawnSextant } from './harness/sextant-process.js';

const shared = useService();
let files: string;

beforeAll(async () => {
  files = await temporaryFolder();
});
afterAll(() => rm(files, { recursive: true, force: true }));

const target = () => ['--url', shared.service.url, '--key', OPERATOR_KEY];
const importFile = (file: string, ...words: string[]) => runSextant(['import', file, ...target(), ...words]);
const line = (id: string, tenant: string) => JSON.stringify({ id, title: 'T', tenant_id: tenant });
const total = async (tenant: string) =>
  (await shared.client.browse({ tenant_id: [tenant] })).body.total_number_of_results;

async function fileOf(name: string, lines: readonly string[]): Promise<string> {
  const file = join(files, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

describe('sextant import', () => {
  it('sends a file and says what became of it', async () => {
    const file = await fileOf(
      'plain.ndjson',
      Array.from({ length: 500 }, (_, i) => line(`p${i}`, 'plain')),
    );
    expect(await importFile(file)).toMatchObject({ exitCode: 0, output: '500 created, 0 updated, 0 failed.\n' });
    expect(await total('plain')).toBe(500);
    expect(await importFile(file)).toMatchObject({ output: '0 created, 500 updated, 0 failed.\n' });
  });

  it('lists the lines that failed, with their place in the file, and keeps them', async () => {
    const file = await fileOf('bad.ndjson', [line('b1', 'bad'), '{broken', line('b3', 'bad'), '{"id":"b4"}']);
    const { exitCode, output, errors } = await importFile(file);
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '2 created, 0 updated, 2 failed.\n' });
    expect(errors).toMatch(/line 2/);
    expect(errors).toMatch(/line 4 \(b4\)/);
    const kept = (await readFile(`${file}.failed.ndjson`, 'utf8')).trimEnd().split('\n');
    expect(kept.map((text) => JSON.parse(text))).toMatchObject([
      { line: 2, text: '{broken', error: { code: 'json_malformed' } },
      { line: 4, id: 'b4', error: { code: 'parameter_missing' } },
    ]);
  });

  it('reads packed files, and standard input', async () => {
    const packed = join(files, 'packed.ndjson.gz');
    await writeFile(packed, gzipSync(`${line('g1', 'packed')}\n${line('g2', 'packed')}`));
    expect((await importFile(packed)).exitCode).toBe(0);
    const piped = await runSextant(['import', '-', ...target()], { input: line('g3', 'packed') });
    expect(piped.exitCode).toBe(0);
    expect(await total('packed')).toBe(3);
  });

  it('refuses documents that exist with --mode insert', async () => {
    const file = await fileOf('insert.ndjson', [line('i1', 'insert')]);
    await importFile(file);
    const { exitCode, errors } = await importFile(file, '--mode', 'insert');
    expect(exitCode).toBe(1);
    expect(errors).toContain('i1');
  });

  it('goes on where it was stopped', async () => {
    const content = 'x'.repeat(2000);
    const count = 8000;
    const documents = Array.from({ length: count }, (_, i) =>
      JSON.stringify({ id: `r${i}`, title: 'T', tenant_id: 'resumed', content }),
    );
    const file = await fileOf('long.ndjson', documents);
    const child = spawnSextant(['import', file, ...target()], {});
    const ended = once(child, 'exit');
    const errors = text(child.stderr);
    while (child.exitCode === null && (await total('resumed')) === 0);
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    expect(await errors).toContain('Stopping after this part; press Ctrl-C again to stop at once.');
    const stoppedAt = await total('resumed');
    expect(stoppedAt).toBeGreaterThan(0);
    expect(stoppedAt).toBeLessThan(count);
    const resumed = await importFile(file);
    expect(resumed.errors).toContain('Resuming after line');
    expect(resumed).toMatchObject({ exitCode: 0, output: `${count} created, 0 updated, 0 failed.\n` });
    expect(await total('resumed')).toBe(count);
  });

  it.each([
    ['a file that is not there', ['missing.ndjson'], 1],
    ['no file', [], 2],
    ['an unknown mode', ['x', '--mode', 'replace'], 2],
    ['an address that is none', ['x', '--url', 'nowhere'], 2],
  ])('fails with %s, without a stack', async (_, words, exitCode) => {
    const finished = await runSextant(['import', ...words, '--key', OPERATOR_KEY]);
    expect(finished.exitCode).toBe(exitCode);
    expect(finished.errors).not.toMatch(/\n\s+at /);
  });

  it('says when the key is not taken, or when nobody answers', async () => {
    const file = await fileOf('one.ndjson', [line('x', 'x')]);
    const wrongKey = await runSextant(['import', file, '--url', shared.service.url, '--key', 'sk_live_wrong']);
    expect(wrongKey).toMatchObject({ exitCode: 1, errors: expect.stringContaining('rejects this key') });
    const nobody = await runSextant(['import', file, '--url', 'http://127.0.0.1:9', '--key', OPERATOR_KEY]);
    expect(nobody).toMatchObject({ exitCode: 1, errors: expect.stringContaining('There is no service') });
  });
});
