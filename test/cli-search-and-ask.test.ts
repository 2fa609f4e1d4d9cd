import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from './harness/service-under-test.js';
import { inheritedEnvironment, OPERATOR_KEY, runSextant, SEXTANT_COMMAND } from './harness/sextant-process.js';

const shared = useService();

beforeAll(async () => {
  const sea = { tenant_id: 'library', metadata: { topic: 'sea' } };
  const documents = [
    {
      id: 'tides',
      title: 'How tides work',
      content: 'The Moon pulls the oceans.',
      ...sea,
      source_uri: 'notes/tides.md',
    },
    { id: 'knots', title: 'Knots', content: 'A bowline never slips, whatever the tides do.', ...sea },
    { id: 'bread', tenant_id: 'kitchen', title: 'Bread', content: 'Flour and \u001b[31mwater\u001b[0m.' },
    { id: 'brot', tenant_id: 'kitchen', title: 'Brot backen', content: 'Mehl und Wasser.', language: 'de' },
    ...Array.from({ length: 30 }, (_, n) => ({ id: `s${n}`, tenant_id: 'shelf', title: 'Lighthouse', content: 'x' })),
  ];
  await shared.client.importDocuments(documents);
});

const run = (...words: string[]) => runSextant([...words, '--url', shared.service.url, '--key', OPERATOR_KEY]);

describe('sextant search', () => {
  it('lists what it finds, best first, with where it is', async () => {
    const { exitCode, output } = await run('search', 'tides', '--tenant', 'library');
    expect(exitCode).toBe(0);
    expect(output).toMatch(
      /^1\. How tides work\n {3}The Moon pulls the oceans\.\n {3}very high \(\d+\) · notes\/tides\.md\n\n/,
    );
    expect(output).toMatch(/\n2\. Knots\n/);
    expect(output).toContain(' · knots\n');
    expect(output).toMatch(/2 results\.\n$/);
  });

  it('takes the service and the key from the variables that the Python client reads', async () => {
    const environment = { SEXTANT_URL: `${shared.service.url}/`, SEXTANT_API_KEY: OPERATOR_KEY, SEXTANT_PORT: '1' };
    const { exitCode, output } = await runSextant(['search', 'tides', '--tenant', 'library'], { environment });
    expect([exitCode, output]).toEqual([0, expect.stringContaining('How tides work')]);
  });

  it('takes several words for one query', async () => {
    expect((await run('search', 'baking', 'bread')).output).toContain('. Bread\n');
  });

  it('searches documents in all languages', async () => {
    const { output } = await run('search', 'Brot', 'bread', '--mode', 'lexical', '--tenant', 'kitchen');
    expect(output).toContain('. Brot backen\n');
    expect(output).toContain('. Bread\n');
    expect(output).toContain('2 results.');
  });

  it('leaves nothing in the query log', async () => {
    const { output } = await run('search', 'zebra crossing', '--mode', 'lexical');
    expect(output).toContain('Nothing found.');
    const logged = await shared.client.post('/v20241104/query-log/browse', {});
    expect(logged.body.total_number_of_results).toBe(0);
  });

  it('says how many more there are', async () => {
    const { output } = await run('search', 'lighthouse', '--mode', 'lexical', '--limit', '2');
    expect(output).toContain('30 results, the best 2 shown.');
  });

  it('searches only what it is told to', async () => {
    const filter = JSON.stringify({ must: [{ ids: { values: ['knots'] } }] });
    const { output } = await run('search', 'tides', '--tenant', 'library', '--filter', filter, '--mode', 'lexical');
    expect(output).toMatch(/^1\. Knots\n/);
    expect(output).toContain('1 result.');
    expect((await run('search', 'tides', '--tenant', 'kitchen', '--mode', 'lexical')).output).toBe('Nothing found.\n');
  });

  it('prints the response of the service on request', async () => {
    const { output } = await run('search', 'tides', '--json', '--language', 'en', '--mode', 'semantic');
    expect(JSON.parse(output)).toMatchObject({ object: 'search_result', search_type: 'ai_semantic', livemode: true });
    const lines = (await run('search', 'tides', '--json')).output.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).language).sort()).toEqual(['de', 'en']);
  });

  it('lets no document manipulate the terminal', async () => {
    const { output } = await run('search', 'flour', '--language', 'en');
    expect(output).toContain('Flour and [31mwater[0m.');
    expect(output).not.toContain('\u001b');
  });

  it.each([
    ['no query', ['search'], 2, 'Say what to look for'],
    ['an unknown mode', ['search', 'x', '--mode', 'semantik'], 2, 'Did you mean "semantic"?'],
    ['a filter that is not JSON', ['search', 'x', '--filter', '{'], 2, '--filter must be JSON'],
    ['a limit that is no number', ['search', 'x', '--limit', 'ten'], 2, '--limit must be an integer'],
    ['a limit beyond the most', ['search', 'x', '--limit', '101'], 2, '--limit must be an integer from 1 to 100'],
    ['a language that is none', ['search', 'x', '--language', 'xx'], 2, '--language must be one of ar bg'],
    ['an unknown option', ['ask', 'x', '--limt', '3'], 2, 'Unknown option --limt'],
  ])('fails with %s, without a stack', async (_, words, exitCode, message) => {
    const finished = await run(...words);
    expect(finished).toMatchObject({ exitCode, output: '', errors: expect.stringContaining(message) });
    expect(finished.errors).not.toMatch(/\n\s+at /);
  });
});

describe('sextant ask', () => {
  it('answers and lists its sources with what they say', async () => {
    const { exitCode, output } = await run('ask', 'What pulls the oceans?');
    expect(exitCode).toBe(0);
    expect(output).toBe(
      'The Moon pulls the oceans. [1]\n\n[1] How tides work · notes/tides.md\n    The Moon pulls the oceans.\n',
    );
  });

  it('says when the documents do not contain the answer', async () => {
    const { exitCode, output } = await run('ask', 'Who won the world cup in 1998?', '--language', 'en');
    expect(exitCode).toBe(0);
    expect(output).not.toContain('[1]');
    expect(output).toMatch(/not|no answer/i);
  });

  it('prints the response of the service on request', async () => {
    const { output } = await run('ask', 'What pulls the oceans?', '--tenant', 'library', '--json');
    expect(JSON.parse(output)).toMatchObject({ object: 'generate_answer_result', total_number_of_results: 1 });
  });
});

describe('a reader that closes the pipe', () => {
  it.each(['search lighthouse --limit 30', 'search --help', 'doctor'])(
    'ends sextant %s without a word',
    async (words) => {
      const env = {
        ...inheritedEnvironment(),
        SEXTANT_API_KEY: OPERATOR_KEY,
        SEXTANT_PORT: '0',
        SEXTANT_DATA_DIR: shared.service.folder,
      };
      // `head` has gone before anything is written: the command starts its modules first.
      const script = `"${process.execPath}" "${SEXTANT_COMMAND}" ${words} | head -c 0`;
      const { stderr } = await promisify(execFile)('bash', ['-c', script], { env });
      expect(stderr).toBe('');
    },
  );
});
