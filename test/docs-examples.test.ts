import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Example, readPage, runExamples } from './harness/examples.js';
import { temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { runSextant } from './harness/sextant-process.js';

/** The file that the README's import example sends. */
const IMPORTED = '{"id": "moon", "title": "The Moon", "tenant_id": "library"}\n';

/** Defaults that depend on the machine, as the page words them. */
const BY_CORES: Record<string, string> = {
  SEXTANT_QUERY_WORKERS: 'cores − 1',
  SEXTANT_LLM_THREADS: 'cores, 8 at most',
  SEXTANT_EMBEDDING_THREADS: 'cores, 4 at most',
};

const hasShell = ['bash', 'curl'].every((command) => spawnSync(command, ['--version']).status === 0);

describe.skipIf(!hasShell).each(['README.md', 'docs/guide.md'])('the examples of %s', (page) => {
  const shared = useService();
  let examples: Example[] = [];
  let folder: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder, 'documents.ndjson'), IMPORTED);
    examples = await runExamples(page, shared.service, folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('answer as the page says', () => {
    expect(examples.length).toBeGreaterThan(4);
    const refused = examples.filter(({ status, expectedStatus }) => status !== expectedStatus);
    expect(refused).toEqual([]);
  });

  it('find what the page says', () => {
    const found = examples.map(({ place, text, expectedIds }) => ({ place, ids: expectedIds && idsIn(text) }));
    expect(found).toEqual(examples.map(({ place, expectedIds }) => ({ place, ids: expectedIds })));
  });

  it('show what is really answered', () => {
    for (const { shown, text } of examples) {
      if (shown !== null)
        expect(parse(text, shown.language), shown.place).toMatchObject(parse(shown.text, shown.language));
    }
  });
});

describe('the page about operations', () => {
  const shared = useService();

  it('lists every setting with its default', async () => {
    const { output } = await runSextant(['serve', '--help']);
    const real = [...output.matchAll(/^ {2}(SEXTANT_\w+) .*?(?:Default: (.*)\.)?$/gm)].map(([, name, value]) => [
      name,
      BY_CORES[name] ?? value ?? '',
    ]);
    const rows = (await readPage('docs/operations.md')).matchAll(/^\| `(SEXTANT_\w+)` \| (?:`(.*?)`|(.*?)) \|/gm);
    expect([...rows].map(([, name, code, words]) => [name, code ?? words])).toEqual(real);
  });

  it('lists every metric of our own', async () => {
    const { text } = await shared.client.get('/metrics');
    const real = [...text.matchAll(/^# TYPE (sextant_\w+)/gm)].map(([, name]) => name);
    const rows = (await readPage('docs/operations.md')).matchAll(/^\| `(sextant_\w+)/gm);
    expect([...rows].map(([, name]) => name).sort()).toEqual(real.sort());
  });

  it('names every command', async () => {
    const { output } = await runSextant(['--help']);
    const page = await readPage('docs/operations.md');
    const unnamed = [...output.matchAll(/^ {2}(\w+) /gm)].filter(([, name]) => !page.includes(`sextant ${name}`));
    expect(unnamed).toEqual([]);
  });
});

function idsIn(text: string): string[] {
  const { data }: { data: { id: string }[] } = JSON.parse(text);
  return data.map(({ id }) => id);
}

/** NDJSON as the list of its lines. */
function parse(text: string, language: string): object {
  if (language !== 'ndjson') return JSON.parse(text);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line): unknown => JSON.parse(line));
}
