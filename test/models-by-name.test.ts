import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './harness/service.js';
import { ServiceUnderTest } from './harness/service-under-test.js';
import { runSextant } from './harness/sextant-process.js';

const LIBRARY = fileURLToPath(new URL('../node_modules/node-llama-cpp', import.meta.url));
const FILE = fileURLToPath(new URL('../models/smollm2/model.gguf', import.meta.url));

// What runs it is an optional package: see `npm ci --omit=optional`.
describe.skipIf(!existsSync(LIBRARY))('a language model by name', () => {
  const served = new ServiceUnderTest();
  let server: Server;
  let folder: string;
  const run = (...words: string[]) => runSextant(['models', ...words], { environment: { SEXTANT_DATA_DIR: folder } });

  beforeAll(async () => {
    folder = await temporaryFolder();
    server = createServer((_, response) => createReadStream(FILE).pipe(response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    server.close();
    await served.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('is downloaded, verified and listed', { timeout: 300_000 }, async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/SmolLM2.gguf`;
    const sha256 = createHash('sha256')
      .update(await readFile(FILE))
      .digest('hex');
    const pulled = await run('pull', url, '--sha256', sha256, '--name', 'smol');
    expect(pulled, pulled.errors).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('SEXTANT_LLM_MODEL=smol'),
    });
    expect((await run('list')).output).toMatch(/^smol +language model +98\.4 MB +downloaded$/m);
  });

  it('is refused at the start where it is missing', async () => {
    const environment = { SEXTANT_DATA_DIR: folder, SEXTANT_LLM_MODEL: 'smal' };
    const refused = await runSextant(['serve'], { environment });
    expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining('Did you mean "smol"?') });
  });

  it('writes', { timeout: 300_000 }, async () => {
    await served.start({ folder, environment: { SEXTANT_LLM_MODEL: 'smol', SEXTANT_LLM_TIMEOUT: '200' } });
    const answer = await served.client.invokeLlm({ instruction: 'Answer with the single word yes.', temperature: 0 });
    expect(answer.body, answer.text).toMatchObject({ model: 'smol', data: [{ output: expect.stringMatching(/\w/) }] });
  });
});
