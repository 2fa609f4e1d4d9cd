import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { runCommandLine } from './run.js';

function run(...words: string[]) {
  return runIn({}, ...words);
}

async function runIn(environment: NodeJS.ProcessEnv, ...words: string[]) {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runCommandLine(words, {
    environment,
    input: Readable.from([]),
    output: { write: (text) => output.push(text) },
    errors: { write: (text) => errors.push(text) },
  });
  return { code, output: output.join(''), errors: errors.join('') };
}

it('lists the commands when asked, and when nothing is said', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, output: expect.stringContaining('snapshot') });
  expect(await run()).toMatchObject({ code: 2, errors: expect.stringContaining('snapshot') });
});

it.each(['import', 'export', 'search', 'ask', 'mcp', 'keys', 'snapshot', 'restore', 'doctor'])(
  '%s explains itself',
  async (name) => {
    const { code, output } = await run(name, '--help');
    expect(code).toBe(0);
    expect(output).toContain(`Usage: sextant ${name}`);
  },
);

it('explains a command that follows help', async () => {
  expect(await run('help', 'import')).toEqual(await run('import', '--help'));
  expect(await run('help', 'constructor')).toMatchObject({ code: 0, output: expect.stringContaining('COMMAND') });
});

it.each(['--version', '-v', 'version'])('tells its version when asked by %s', async (word) => {
  const { code, output } = await run(word);
  expect([code, output]).toEqual([0, expect.stringMatching(/^sextant \d+\.\d+\.\d+, Node\.js v\d/)]);
});

it.each([
  [['snapshto'], 'Did you mean "snapshot"?'],
  [['constructor'], 'Unknown command'],
  [['keys'], 'Choose a command'],
  [['keys', 'rotat', 'x'], 'Did you mean "rotate"?'],
  [['keys', 'create'], '--name NAME'],
  [['keys', 'create', '--nmae', 'x'], 'Did you mean "--name"?'],
  [['keys', 'revoke'], 'ID of a key is missing'],
  [['restore', 'a', 'b'], 'but found also "b"'],
  [['import', 'x', '--mode', 'append', '--key', 'k'], 'insert or upsert'],
  [['import', 'x', '--url', 'ftp://x', '--key', 'k'], 'must be a URL'],
  [['import', 'x', '--key', 'ké'], 'not allowed in an API key'],
  [['search'], 'Say what to look for'],
  [['search', 'x', '--mode', 'words'], 'hybrid, lexical, semantic'],
  [['search', 'x', '--limit', '0'], 'from 1 to 100'],
  [['search', 'x', '--limit', '101'], 'from 1 to 100'],
  [['search', 'x', '--language', 'xx'], '--language must be one of'],
  [['ask', 'x', '--language', 'xx'], '--language must be one of'],
  [['keys', 'create', '--name', 'x', '--scopes', 'x'], 'is not a scope'],
  [['keys', 'create', '--name', 'x', '--expires', 'never'], '"never" is not'],
  [['keys', 'create', '--name='], 'must not be blank'],
  [['keys', 'create', '--name', 'x', '--tenants', ','], 'A tenant has at least 1 character.\n`'],
  [['import', 'x', '--metadata', 'import=x'], '--metadata import=… is taken'],
  [['ask', 'x', '--filter', 'topic=sea'], '--filter must be JSON'],
  [['export', '--filter', 'topic=sea'], '--filter must be JSON'],
  [['export', 'documents.ndjson'], 'documents.ndjson'],
  [['doctor', 'extra'], 'extra'],
])('does not guess at %j', async (words, hint) => {
  const { code, errors } = await run(...words);
  expect(errors).toContain(hint);
  expect(code).toBe(2);
});

it('says what is missing, without a stack', async () => {
  expect(await run('models', 'show', 'x')).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^An API key is required.*--name NAME`\.\n$/),
  });
  const { code, errors } = await run('import', '/no/such/file', '--key', 'k');
  expect([code, errors]).toEqual([1, 'File not found: /no/such/file\n']);
});

it('says which setting mends a data folder that cannot be used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
  const environment = { SEXTANT_DATA_DIR: join(folder, 'link', 'data'), SEXTANT_PORT: '0' };
  for (const words of [
    ['keys', 'create', '--name', 'x'],
    ['import', folder],
  ]) {
    const { code, errors } = await runIn(environment, ...words);
    expect([code, errors]).toEqual([1, expect.stringContaining('Set SEXTANT_DATA_DIR to a folder')]);
  }
  expect((await runIn(environment, 'doctor')).output).toContain('link is a file, or a link that leads nowhere');
  rmSync(folder, { recursive: true });
});
