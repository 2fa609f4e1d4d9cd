import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelThread } from './model-thread.js';

interface Methods {
  load(): Promise<number>;
  id(): number;
  slowId(): Promise<number>;
  fail(): void;
  exit(): void;
  unload(): Promise<void>;
}

/** A thread that answers with its own id. It loads where the file that it is told of exists. */
const WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs';
  import { parentPort, threadId, workerData } from 'node:worker_threads';
  const methods = {
    load: () => { if (!existsSync(workerData.model)) throw new Error('no such file'); return threadId; },
    id: () => threadId,
    slowId: () => new Promise((resolve) => setTimeout(resolve, 50, threadId)),
    fail: () => { throw new Error('a defect'); },
    exit: () => process.exit(3),
    unload: () => undefined,
  };
  parentPort.on('message', async ({ call, method }) => {
    try {
      parentPort.postMessage({ call, result: await methods[method]() });
    } catch ({ message }) {
      parentPort.postMessage({ call, error: { defect: { message } } });
    }
  });
`)}`,
);

describe('ModelThread', () => {
  let folder: string;
  let model: string;
  const threads: ModelThread<Methods>[] = [];
  const failures: string[] = [];
  beforeEach(() => {
    failures.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'model-thread-'));
    model = join(folder, 'model');
    writeFileSync(model, '');
  });
  afterEach(async () => {
    await Promise.all(threads.splice(0).map((thread) => thread.close()));
    rmSync(folder, { recursive: true });
  });
  function open(staysLoaded = false): ModelThread<Methods> {
    const thread = new ModelThread<Methods>({
      file: WORKER,
      workerData: { model },
      name: 'The oracle',
      staysLoaded,
      onFailure: ({ message }) => failures.push(message),
    });
    threads.push(thread);
    return thread;
  }

  it('is started by the first call and serves all that follow', async () => {
    const thread = open();
    expect(thread.ready).toBe(false);
    const [first, second] = await Promise.all([thread.call('id', undefined), thread.call('id', undefined)]);
    expect(thread.ready).toBe(true);
    expect(second).toBe(first);
    expect(await thread.load()).toBe(first);
    expect(thread.waiting).toBe(0);
  });

  it('is started by the next call when it was lost', async () => {
    const thread = open();
    const first = await thread.call('id', undefined);
    await expect(thread.call('exit', undefined)).rejects.toMatchObject({ code: 'model_failed' });
    expect(thread.ready).toBe(false);
    expect(await thread.call('id', undefined)).not.toBe(first);
    expect(failures).toEqual([expect.stringContaining('exit code 3')]);
  });

  it('is started at once when it was lost and has to stay loaded', async () => {
    const thread = open(true);
    const first = await thread.load();
    await expect(thread.call('exit', undefined)).rejects.toMatchObject({ code: 'model_failed' });
    await expect.poll(() => thread.ready).toBe(true);
    expect(await thread.load()).not.toBe(first);
  });

  it('tries to load again when it could not', async () => {
    const thread = open();
    rmSync(model);
    await expect(thread.call('id', undefined)).rejects.toMatchObject({
      code: 'model_not_ready',
      message: 'The oracle could not be loaded.',
    });
    expect(failures).toEqual(['no such file']);
    writeFileSync(model, '');
    expect(await thread.call('id', undefined)).toBeGreaterThan(0);
  });

  it('tells the operator and not the caller why it failed', async () => {
    await expect(open().call('fail', undefined)).rejects.toMatchObject({
      code: 'model_failed',
      message: 'The oracle could not read a text.',
    });
    expect(failures).toEqual(['a defect']);
  });

  it('finishes what runs before it closes, and refuses what comes after', async () => {
    const thread = open();
    const running = thread.call('slowId', undefined);
    const closed = thread.close();
    await expect(thread.call('id', undefined)).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(thread.load()).rejects.toMatchObject({ code: 'shutting_down' });
    await closed;
    await thread.close();
    expect(await running).toBeGreaterThan(0);
  });
});
