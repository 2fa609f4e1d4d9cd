import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { OnDemandThread, type OnDemandThreadOptions, WorkLimitError } from './on-demand-thread.js';

/** A thread that answers with its own id, so that a test sees whether it is still the same one. */
const WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads';
  const methods = {
    id: () => threadId,
    exit: () => process.exit(3),
    spin: () => { for (;;); },
    fill: () => { const all = []; for (;;) all.push(new Array(10_000).fill({})); },
  };
  parentPort.on('message', ({ call, method }) => parentPort.postMessage({ call, result: methods[method]() }));
`)}`,
);

type Methods = Record<'id' | 'exit' | 'spin' | 'fill', () => number>;

describe('OnDemandThread', () => {
  const started: OnDemandThread<Methods>[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((thread) => thread.close()));
  });
  function onDemand(options?: OnDemandThreadOptions) {
    const thread = new OnDemandThread<Methods>(WORKER, options);
    started.push(thread);
    return { thread, id: () => thread.call('id', undefined as never) };
  }

  it('answers all calls from one thread', async () => {
    const { id } = onDemand();
    const [first, second] = await Promise.all([id(), id()]);
    expect(first).toBeGreaterThan(0);
    expect(second).toBe(first);
    expect(await id()).toBe(first);
  });

  it('ends the thread when nobody uses it, and starts another for the next call', async () => {
    const { id } = onDemand({ idleMilliseconds: 20 });
    const first = await id();
    await sleep(100);
    expect(await id()).not.toBe(first);
  });

  it('replaces a thread that crashed', async () => {
    const { thread, id } = onDemand();
    const first = await id();
    await expect(thread.call('exit', undefined as never)).rejects.toThrow('exit code 3');
    expect(await id()).not.toBe(first);
  });

  it('kills a call beyond its time, and answers those that waited behind it', async () => {
    const { thread, id } = onDemand({ limits: { milliseconds: 2_000 } });
    const first = await id();
    const refused = expect(thread.call('spin', undefined as never)).rejects.toBeInstanceOf(WorkLimitError);
    const waiting = [id(), id()];
    await refused;
    expect(await waiting[0]).not.toBe(first);
    expect(await waiting[1]).toBe(await waiting[0]);
  });

  it('kills a call beyond its memory, and answers those that waited behind it', async () => {
    const { thread, id } = onDemand({ limits: { memoryMb: 16 } });
    const refused = expect(thread.call('fill', undefined as never)).rejects.toBeInstanceOf(WorkLimitError);
    const waiting = id();
    await refused;
    expect(await waiting).toBeGreaterThan(0);
  });

  it('does not begin a waiting call whose caller has left', async () => {
    const { thread, id } = onDemand({ limits: { milliseconds: 2_000 } });
    const leaving = new AbortController();
    const first = id();
    const left = thread.call('exit', undefined as never, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(await id()).toBe(await first);
  });

  it('refuses what runs, what waits and what comes once it is closed', async () => {
    const { thread, id } = onDemand({ limits: {} });
    const calls = [thread.call('spin', undefined as never), id()];
    const refused = calls.map((call) => expect(call).rejects.toMatchObject({ code: 'shutting_down' }));
    await thread.close();
    await Promise.all(refused);
    await expect(id()).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
