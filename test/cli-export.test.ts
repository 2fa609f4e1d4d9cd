import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import {
  inheritedEnvironment,
  OPERATOR_KEY,
  runSextant,
  SEXTANT_COMMAND,
  spawnSextant,
} from './harness/sextant-process.js';

const shared = useService();

const FULL = {
  id: 'full',
  tenant_id: 'whole',
  title: 'Tides – "high" and low',
  content: 'Zeile eins.\n\n\tZwei\u2028 mit Zeichen: 😀 \\ "x".\n',
  language: 'de',
  source_uri: 'https://example.org/a?b=c#d',
  metadata: { tags: ['a', 'b'], depth: { metres: 1.5, known: true }, import: { file: 'x' } },
  created_at: '2020-01-02T03:04:05.678Z',
  updated_at: '2021-01-02T03:04:05.678Z',
};
const BARE = { id: 'bare', tenant_id: 'whole', title: 'Bare' };
const MANY = Array.from({ length: 230 }, (_, i) => ({
  id: `m${i}`,
  tenant_id: 'many',
  title: `Number ${i}`,
  language: i % 2 === 0 ? 'en' : 'fr',
  metadata: { number: i },
}));

const target = () => ['--url', shared.service.url, '--key', OPERATOR_KEY];
const exportAs = (...words: string[]) => runSextant(['export', ...target(), ...words]);
const linesOf = (output: string): { id: string }[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const idsOf = (output: string) => linesOf(output).map(({ id }) => id);

beforeAll(async () => {
  await shared.client.importDocuments([FULL, BARE, ...MANY]);
});

describe('sextant export', () => {
  it('writes every document once, in the order of ids, and says how many on standard error', async () => {
    const { exitCode, output, errors } = await exportAs();
    // Progress may come before it, where the machine is slow.
    expect({ exitCode, errors }).toEqual({
      exitCode: 0,
      errors: expect.stringMatching(/^232 documents exported\.\n$/m),
    });
    expect(idsOf(output)).toEqual([FULL, BARE, ...MANY].map(({ id }) => id).sort());
  });

  it('writes what an import takes back whole', async () => {
    const { output } = await exportAs('--tenant', 'whole');
    const before = await Promise.all(['full', 'bare'].map(async (id) => (await shared.client.getDocument(id)).body));
    for (const id of ['full', 'bare']) await shared.client.deleteDocument(id);
    const imported = await runSextant(['import', '-', ...target()], { input: output });
    expect(imported).toMatchObject({ exitCode: 0, output: '2 created, 0 updated, 0 failed.\n' });
    const after = await Promise.all(['full', 'bare'].map(async (id) => (await shared.client.getDocument(id)).body));
    expect(after).toEqual(before);
    expect(after[0]).toMatchObject(FULL);
    expect((await exportAs('--tenant', 'whole')).output).toBe(output);
  });

  it('writes only what is asked for', async () => {
    expect(idsOf((await exportAs('--tenant', 'whole')).output)).toEqual(['bare', 'full']);
    expect(idsOf((await exportAs('--tenant', 'whole', '--tenant', 'many')).output)).toHaveLength(232);
    expect(idsOf((await exportAs('--language', 'fr')).output)).toHaveLength(115);
    // What only a `should` asks for stays asked for beyond the first page.
    const either = { should: [{ range: { 'metadata.number': { gte: 120 } } }, { term: { language: 'de' } }] };
    expect(idsOf((await exportAs('--filter', JSON.stringify(either))).output)).toHaveLength(111);
    const deepest = Array.from({ length: 7 }).reduce((inner) => ({ must: [{ bool: inner }] }), either);
    expect(idsOf((await exportAs('--filter', JSON.stringify(deepest))).output)).toHaveLength(111);
    expect(await exportAs('--tenant', 'nobody')).toMatchObject({ exitCode: 0, output: '' });
  });

  it('writes no more than its key may read', async () => {
    const { key } = await shared.issueKey({ tenants: 'whole' });
    const { output } = await runSextant(['export', '--url', shared.service.url, '--key', key]);
    expect(idsOf(output)).toEqual(['bare', 'full']);
    const foreign = await runSextant(['export', '--url', shared.service.url, '--key', key, '--tenant', 'many']);
    expect(foreign).toMatchObject({ exitCode: 1, output: '', errors: expect.stringContaining('403') });
  });

  it('says what is wrong with a filter', async () => {
    const wrong = await exportAs('--filter', '{"must": [{"term": {"titel": "x"}}]}');
    expect(wrong).toMatchObject({ exitCode: 1, output: '', errors: expect.stringContaining('title') });
  });

  it('names documents whose text is too long to be imported again', async () => {
    // Items of inner lists are indented, which grows the text without giving the encoder more to read.
    const content = `${'<ul><li>x'.repeat(12)}${'<li>x'.repeat(6_000)}`;
    await shared.client.importDocuments([
      { id: 'grown', tenant_id: 'grown', title: 'Grown', content, content_type: 'html' },
    ]);
    const { exitCode, output, errors } = await exportAs('--tenant', 'grown');
    expect({ exitCode, ids: idsOf(output) }).toEqual({ exitCode: 0, ids: ['grown'] });
    expect(errors).toMatch(
      /^grown: its text of 1\d\d,\d{3} bytes is too long .* 102,400\..*\n1 document exported\.\n$/,
    );
    await shared.client.deleteDocument('grown');
  });

  it('ends when nobody reads any more', async () => {
    const child = spawnSextant(['export', ...target()], {});
    child.stdout.destroy();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it.runIf(process.platform === 'linux')('says in one line that its output has no space', async () => {
    const words = [process.execPath, SEXTANT_COMMAND, 'export', ...target()];
    const ended = promisify(execFile)('sh', ['-c', 'exec "$@" > /dev/full', 'sh', ...words], {
      env: inheritedEnvironment(),
    });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: 'ENOSPC: no space left on device, write. Free some space, or write to another disk.\n',
    });
  });
});

describe('without a service', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('moves everything from one data folder to another', async () => {
    const inFolder = (name: string) => ({ SEXTANT_DATA_DIR: `${folder}/${name}`, SEXTANT_PORT: '0' });
    const run = (name: string, words: string[], input = '') =>
      runSextant(words, { environment: inFolder(name), input });
    await run('one', ['import', '-'], `${JSON.stringify(FULL)}\n${JSON.stringify(BARE)}\n`);
    const { output } = await run('one', ['export']);
    expect(linesOf(output)).toMatchObject([BARE, FULL]);
    expect((await run('two', ['import', '-'], output)).output).toBe('2 created, 0 updated, 0 failed.\n');
    expect((await run('two', ['export'])).output).toBe(output);
  });
});
