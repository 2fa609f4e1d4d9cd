import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEmbedded } from './harness/engine.js';
import { temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { runSextant } from './harness/sextant-process.js';

const shared = useService();
let files: string;

beforeAll(async () => {
  files = await temporaryFolder();
});
afterAll(() => rm(files, { recursive: true, force: true }));

describe('sextant serve', () => {
  it('names everything that is wrong with the settings, and repeats no secret', async () => {
    const environment = {
      SEXTANT_PORT: '70000',
      SEXTANT_API_KEY: 'mysecret',
      SEXTANT_PROT: '1',
      SEXTANT_LOG_LEVEL: 'loud',
    };
    const { exitCode, errors } = await runSextant(['serve'], { environment });
    expect(exitCode).toBe(1);
    for (const name of Object.keys(environment)) expect(errors).toContain(name);
    expect(errors).not.toContain('mysecret');
    expect(errors).not.toMatch(/\n\s+at /);
  });

  it('says when its port is taken, and leaves the folder free', async () => {
    const environment = { SEXTANT_DATA_DIR: join(files, 'free'), SEXTANT_PORT: new URL(shared.service.url).port };
    for (let attempt = 0; attempt < 2; attempt++) {
      const { exitCode, errors } = await runSextant(['serve'], { environment });
      expect(exitCode).toBe(1);
      expect(errors).toContain('EADDRINUSE');
      expect(errors).toContain('SEXTANT_PORT');
    }
  });

  it.each([
    ['SEXTANT_HOST', 'no.such.host.invalid'],
    ['SEXTANT_DATA_DIR', '/dev/null/data'],
    ['SEXTANT_DATA_DIR', '/proc/self'],
    ['SEXTANT_LLM_FILE', '/nowhere/model.gguf'],
  ])('names the setting that is wrong, without a stack: %s', async (name, value) => {
    const environment = { SEXTANT_DATA_DIR: join(files, 'wrong'), SEXTANT_PORT: '0', [name]: value };
    const { exitCode, errors } = await runSextant(['serve'], { environment });
    expect(exitCode).toBe(1);
    expect(errors).toContain(name);
    expect(errors).toContain(value);
    expect(errors).not.toMatch(/\n\s+at /);
  });

  onEmbedded('store file')('refuses a store that is damaged, without a stack', async () => {
    const folder = join(files, 'damaged');
    const healthy = { SEXTANT_DATA_DIR: folder };
    await mkdir(folder);
    expect((await runSextant(['keys', 'create', '--name', 'x'], { environment: healthy })).exitCode).toBe(0);
    const store = join(folder, 'store.mdb');
    await writeFile(store, 'this is no store');
    const { exitCode, errors } = await runSextant(['serve'], { environment: { ...healthy, SEXTANT_PORT: '0' } });
    expect(exitCode).toBe(1);
    expect(errors.length).toBeGreaterThan(10);
    expect(errors).not.toMatch(/\n\s+at /);
  });

  it('says what the folder of an encoder lacks, without a stack', async () => {
    const environment = {
      SEXTANT_DATA_DIR: join(files, 'no-encoder'),
      SEXTANT_PORT: '0',
      SEXTANT_EMBEDDING_MODEL_DIR: join(files, 'nowhere'),
    };
    const { exitCode, errors } = await runSextant(['serve'], { environment });
    expect(exitCode).toBe(1);
    expect(errors).toContain('model.onnx');
    expect(errors).not.toMatch(/\n\s+at /);
  });
});

describe('sextant doctor', () => {
  it('finds nothing wrong with a service that runs', async () => {
    const { exitCode, output } = await runSextant(['doctor'], {
      environment: { SEXTANT_DATA_DIR: shared.service.folder, SEXTANT_API_KEY: String(shared.client.key) },
    });
    expect(output).toContain(shared.service.url);
    expect(exitCode, output).toBe(0);
  });
});

describe('sextant', () => {
  it.each([
    [['--help'], 0],
    [['import', '--help'], 0],
    [[], 2],
    [['sevre'], 2],
    [['serve', '--port', '1'], 2],
  ])('%j ends with %i', async (words, exitCode) => {
    const finished = await runSextant(words);
    expect(finished.exitCode).toBe(exitCode);
    expect((exitCode === 0 ? finished.output : finished.errors).length).toBeGreaterThan(20);
  });

  it('guesses what was meant', async () => {
    expect((await runSextant(['sevre'])).errors).toContain('"serve"');
  });
});
