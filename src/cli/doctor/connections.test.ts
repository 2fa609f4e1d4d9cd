import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.js';
import { canRunLocalModels } from '../../inference/open-language-models.js';
import { examineLanguageModel } from './connections.js';

describe('what the doctor says about the language model', () => {
  let server: Server;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-doctor-'));
    server = createServer((request, response) => {
      const known = request.headers.authorization === 'Bearer right';
      response.writeHead(known ? 200 : 401).end('{"data": [{"id": "large"}]}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  async function examine(settings: Record<string, string>) {
    const [{ state, text }] = await examineLanguageModel(loadConfig(settings));
    return `${state}: ${text}`;
  }

  const endpoint = (settings: Record<string, string>) =>
    examine({ SEXTANT_LLM_URL: url, SEXTANT_LLM_MODEL: 'large', SEXTANT_LLM_API_KEY: 'right', ...settings });

  it('an API: whether it can be reached, takes the key and has the model', async () => {
    expect(await endpoint({})).toMatch(/^fine: .* has the model large/);
    expect(await endpoint({ SEXTANT_LLM_MODEL: 'larg' })).toMatch(/^note: .* does not list the model larg/);
    expect(await endpoint({ SEXTANT_LLM_API_KEY: 'secret' })).toMatch(/^wrong: .* rejects the key \(401\)/);
    expect(await endpoint({ SEXTANT_LLM_URL: 'http://127.0.0.1:9/v1' })).toMatch(/^wrong: .* can't be reached/);
  });

  it.skipIf(!canRunLocalModels())('a file: whether it can be read and is a model', async () => {
    const file = join(folder, 'model.gguf');
    await writeFile(file, 'GGUF…');
    expect(await examine({ SEXTANT_LLM_FILE: file })).toMatch(/^fine: /);
    await writeFile(file, '<html>');
    expect(await examine({ SEXTANT_LLM_FILE: file })).toMatch(/^wrong: .* is not a GGUF file/);
    expect(await examine({ SEXTANT_LLM_FILE: `${file}.gone` })).toMatch(/^wrong: .* can't be read/);
  });

  it('none: what that means', async () => {
    expect(await examine({ SEXTANT_LLM_PROVIDER: 'none' })).toMatch(/^note: There is no language model/);
  });
});
