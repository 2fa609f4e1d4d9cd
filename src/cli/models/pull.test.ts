import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileServer } from '../../../testing/file-server.js';
import { locateNamedModels, type NamedModel } from '../../app/named-models.js';
import { ConfigError, loadConfig } from '../../config.js';
import { runCommandLine } from '../run.js';
import { readCatalogue } from './catalogue.js';
import { pullModel } from './pull.js';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const GGUF = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(300_000, 7)]);
const ONNX = Buffer.alloc(50_000, 3);
const TOKENIZER = Buffer.from('{"model": {}}');

describe('models by name', () => {
  let server: FileServer;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-models-'));
    server = new FileServer();
    server.files.set('/Tiny.GGUF', GGUF);
    server.files.set('/model.onnx', ONNX);
    server.files.set('/tokenizer.json', TOKENIZER);
    await server.start();
  });
  afterEach(async () => {
    server.stop();
    await rm(folder, { recursive: true });
  });

  function terminal(settings: Record<string, string> = {}) {
    const written = { output: '', errors: '' };
    const screen = (name: 'output' | 'errors') => ({
      write: (text: string) => {
        written[name] += text;
      },
    });
    const environment = { SEXTANT_DATA_DIR: folder, ...settings };
    return { written, environment, input: process.stdin, output: screen('output'), errors: screen('errors') };
  }
  async function models(words: string[], settings: Record<string, string> = {}) {
    const screens = terminal(settings);
    const code = await runCommandLine(['models', ...words], screens);
    return { code, ...screens.written };
  }
  const pullTiny = (...words: string[]) => models(['pull', `${server.url('/Tiny.GGUF')}?download=true`, ...words]);
  const located = (settings: Record<string, string>) =>
    locateNamedModels(loadConfig({ SEXTANT_DATA_DIR: folder, ...settings }));
  const encoder = (): NamedModel => ({
    name: 'small-encoder',
    kind: 'encoder',
    licence: 'MIT',
    encoding: { pooling: 'cls', query_prefix: 'query: ', passage_prefix: 'passage: ', max_tokens: 512 },
    files: [
      { name: 'model.onnx', url: server.url('/model.onnx'), bytes: ONNX.length, sha256: sha256(ONNX) },
      {
        name: 'tokenizer.json',
        url: server.url('/tokenizer.json'),
        bytes: TOKENIZER.length,
        sha256: sha256(TOKENIZER),
      },
    ],
  });

  it('a URL becomes a model that SEXTANT_LLM_MODEL names', async () => {
    const pulled = await pullTiny('--sha256', sha256(GGUF).toUpperCase());
    expect(pulled, pulled.errors).toMatchObject({ code: 0, output: expect.stringContaining('SEXTANT_LLM_MODEL=tiny') });
    const file = join(folder, 'models', 'tiny', 'tiny.gguf');
    expect(await readFile(file)).toEqual(GGUF);
    expect(located({ SEXTANT_LLM_MODEL: 'tiny' })).toMatchObject({ llmFile: file, llmModel: null });
    expect(await pullTiny()).toMatchObject({ code: 0, output: expect.stringContaining('already downloaded') });
    expect(await pullTiny('--sha256', '0'.repeat(64))).toMatchObject({ code: 1 });
    expect((await models(['list'])).output).toMatch(/^tiny +language model +300\.0 KB +downloaded$/m);
  });

  it('is refused by name where it is not there, or is of the other kind', async () => {
    await pullTiny('--sha256', sha256(GGUF));
    const problem = (settings: Record<string, string>) => {
      try {
        return located(settings);
      } catch (error) {
        return error instanceof ConfigError ? error.problems[0] : error;
      }
    };
    expect(problem({ SEXTANT_LLM_MODEL: 'tine' })).toMatch(/no model "tine" in .* Did you mean "tiny"\?/);
    expect(problem({ SEXTANT_LLM_MODEL: '../tiny' })).toMatch(/no model "\.\.\/tiny"/);
    expect(problem({ SEXTANT_EMBEDDING_MODEL: 'tiny' })).toMatch(/tiny is for SEXTANT_LLM_MODEL/);
  });

  it('an encoder has several files, and brings its settings', async () => {
    expect(await pullModel(encoder(), folder, terminal())).toBe(0);
    const place = join(folder, 'models', 'small-encoder');
    expect(located({ SEXTANT_EMBEDDING_MODEL: 'small-encoder' })).toMatchObject({
      embeddingModelDir: place,
      embeddingPooling: 'cls',
      embeddingQueryPrefix: 'query: ',
      embeddingPassagePrefix: 'passage: ',
    });
    expect(await readFile(join(place, 'sentence_bert_config.json'), 'utf8')).toBe('{"max_seq_length":512}\n');
  });

  it('is there only when every file is, and keeps the files that are verified', async () => {
    server.faults.push(
      (_, response) => response.writeHead(200, { 'content-length': ONNX.length }).end(ONNX),
      (_, response) => response.writeHead(404).end(),
    );
    await expect(pullModel(encoder(), folder, terminal())).rejects.toThrow('404');
    expect(await readdir(join(folder, 'models', 'small-encoder'))).toEqual(['model.onnx']);
    expect(() => located({ SEXTANT_EMBEDDING_MODEL: 'small-encoder' })).toThrow('no model "small-encoder"');
    const before = server.ranges.length;
    expect(await pullModel(encoder(), folder, terminal())).toBe(0);
    expect(server.ranges.length - before).toBe(1);
  });

  it('refuses what is no model, leaving nothing, and says how to write a command', async () => {
    expect(await pullTiny()).toMatchObject({ code: 1, errors: expect.stringContaining('--sha256 CHECKSUM') });
    const page = Buffer.from('<html>Sign in</html>');
    server.files.set('/page', page);
    const refused = await models(['pull', server.url('/page'), '--sha256', sha256(page)]);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('not a GGUF file') });
    expect(await readdir(join(folder, 'models'))).toEqual([]);
    expect((await pullTiny('--sha256', 'abc')).code).toBe(2);
    expect((await pullTiny('--name', '../x')).code).toBe(2);
    expect((await models(['pull', 'ftp://example.com/x.gguf'])).code).toBe(2);
    expect(await models(['pull', 'qwen2.5-1.5b-instrukt'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Did you mean "qwen2.5-1.5b-instruct"?'),
    });
  });

  it('remove deletes it, unless a setting names it', async () => {
    await pullTiny('--sha256', sha256(GGUF), '--name', 'mine');
    const settings = { SEXTANT_LLM_MODEL: 'mine' };
    expect(await models(['remove', 'mine'], settings)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('in use'),
    });
    expect((await models(['list'], settings)).output).toMatch(/^mine .*in use$/m);
    expect(await models(['remove', 'mine'])).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'models', 'mine'))).toBe(false);
    expect(await models(['remove', 'mine'])).toMatchObject({ code: 1 });
    expect(await models(['remove', '..'])).toMatchObject({ code: 1 });
  });
});

describe('the list of models', () => {
  it('names each once, with licence, size, checksum and a safe address', async () => {
    const models = await readCatalogue();
    expect(new Set(models.map(({ name }) => name)).size).toBe(models.length);
    for (const { name, kind, licence, files, encoding } of models) {
      expect(name).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
      expect(licence).toMatch(/\w/);
      const names = kind === 'encoder' ? ['model.onnx', 'tokenizer.json'] : [`${name}.gguf`];
      expect(files.map((file) => file.name)).toEqual(names);
      expect(encoding !== undefined).toBe(kind === 'encoder');
      for (const { url, bytes, sha256: checksum } of files) {
        expect(new URL(url).protocol).toBe('https:');
        expect(bytes).toBeGreaterThan(0);
        expect(checksum).toMatch(/^[0-9a-f]{64}$/);
      }
    }
  });
});
