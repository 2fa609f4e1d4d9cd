import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './harness/client.js';
import { type Example, readPage, runExamples, surveyPage } from './harness/examples.js';
import { temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { runSextant } from './harness/sextant-process.js';

/** Pages without examples of requests: reference, and how to run the service. */
const REFERENCE = [
  'README.md',
  'benchmarks.md',
  'clients.md',
  'cluster.md',
  'console.md',
  'errors.md',
  'glossary.md',
  'mcp.md',
  'models.md',
  'operations.md',
  'privacy.md',
];

/** The pages by task. A new page is one of them unless it is listed above. */
const TASKS = readdirSync('docs')
  .filter((name) => name.endsWith('.md') && !REFERENCE.includes(name))
  .map((name) => `docs/${name}`);

/** Defaults that depend on the machine, as the page words them. */
const BY_CORES: Record<string, string> = {
  SEXTANT_QUERY_WORKERS: 'cores − 1',
  SEXTANT_LLM_THREADS: 'cores, 8 at most',
  SEXTANT_EMBEDDING_THREADS: 'cores, 4 at most',
};

/** The only shell blocks that are not run: the test has installed and started the service by itself. */
const SETUP = /^(?:npm (?:ci|start)\n|export .*\n)+$/;

const hasShell = ['bash', 'curl'].every((command) => spawnSync(command, ['--version']).status === 0);

describe.skipIf(!hasShell)('with one service for all pages', () => {
  const shared = useService();

  describe.each(['README.md', ...TASKS])('the examples of %s', (page) => {
    let examples: Example[] = [];
    let folder: string;

    beforeAll(async () => {
      folder = await temporaryFolder();
      examples = await runExamples(page, shared.service, folder);
    });
    afterAll(async () => {
      await deleteDocuments(shared.client);
      await rm(folder, { recursive: true, force: true });
    });

    it('are all run', async () => {
      const { requests, skipped } = await surveyPage(page);
      expect(requests.length).toBeGreaterThan(0);
      expect([...new Set(examples.map(({ place }) => place))]).toEqual(requests);
      expect(skipped.filter((text) => !SETUP.test(text))).toEqual([]);
    });

    it('say what the first one answers', () => {
      const first = examples.filter(({ place }) => place === examples[0].place);
      expect(first.some(({ expectedIds, shown }) => expectedIds !== null || shown !== null)).toBe(true);
    });

    it('answer as the page says', () => {
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
});

describe('every page about a task', () => {
  it.each(TASKS)('%s starts with an example', async (page) => {
    const { requests, first } = await surveyPage(page);
    expect(requests[0]).toBe(first);
  });

  it.each(TASKS)('%s leads to what its examples need', async (page) => {
    expect(await readPage(page)).toContain('](README.md#set-up)');
  });

  it.each(TASKS)('%s is listed in the table of pages', async (page) => {
    expect(await readPage('docs/README.md')).toContain(`](${page.slice('docs/'.length)})`);
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

/** Each page is written for an empty service. */
async function deleteDocuments(client: Client): Promise<void> {
  const { data } = (await client.browse({ limit: 100 })).body;
  for (const { id } of data) expect((await client.deleteDocument(id)).status).toBe(200);
}

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
