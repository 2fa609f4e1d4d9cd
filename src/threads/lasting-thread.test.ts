import { afterEach, expect, it, vi } from 'vitest';
import type { CallableThread } from './callable-thread.js';
import { LastingThread } from './lasting-thread.js';

type Methods = { echo: (payload: string) => string; crash: () => void };

/** Crashes at its first starts, as many as it is told, and whenever it is asked to. */
const PROGRAM = `
  import { parentPort, workerData } from 'node:worker_threads';
  const start = Atomics.add(workerData.starts, 0, 1);
  if (start < workerData.failures) throw new Error('start ' + start + ' has failed');
  parentPort.on('message', ({ call, method, payload }) => {
    if (method === 'crash') throw new Error('crashed');
    parentPort.postMessage({ call, result: payload });
  });
`;

/** On a busy machine, a thread takes its time. */
const SOON = { timeout: 10_000 };

let thread: LastingThread<Methods>;
let pauses: number[];
let starts: Int32Array;

function open(
  failures: number,
  prepare = (started: CallableThread<Methods>): Promise<unknown> => started.call('echo', ''),
): void {
  pauses = [];
  starts = new Int32Array(new SharedArrayBuffer(4));
  thread = new LastingThread<Methods>({
    file: new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`),
    workerData: { starts, failures },
    prepare,
    onCrash: (_error, pause) => void pauses.push(pause),
  });
}

afterEach(async () => {
  await thread.close();
  vi.useRealTimers();
});

it('is started after longer and longer pauses while it crashes at each start', async () => {
  open(3);
  await expect.poll(() => pauses.length, SOON).toBe(3);
  expect(thread.isFailing).toBe(true);
  await expect.poll(() => thread.isFailing, SOON).toBe(false);
  expect(pauses).toEqual([100, 200, 400]);
  expect(await thread.current?.call('echo', 'sent')).toBe('sent');
});

it('does not wait longer than ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open(Number.POSITIVE_INFINITY);
  for (let crashes = 1; crashes <= 9; crashes++) {
    await vi.waitUntil(() => pauses.length === crashes, SOON);
    vi.advanceTimersByTime(10_000);
  }
  expect(pauses.slice(-3)).toEqual([6400, 10_000, 10_000]);
});

it('is started at once if it crashes later', async () => {
  open(0);
  for (const crashes of [1, 2, 3]) {
    await thread.current?.call('echo', '');
    await expect(thread.current?.call('crash', undefined)).rejects.toThrow('crashed');
    expect(pauses).toHaveLength(crashes);
    expect(thread.isFailing).toBe(false);
  }
  expect(pauses).toEqual([0, 0, 0]);
});

it('is started again if it could not be told what it must know', async () => {
  const prepare = vi.fn(async () => {}).mockRejectedValueOnce(new Error('could not be sent'));
  open(0, prepare);
  await expect.poll(() => prepare.mock.calls.length, SOON).toBe(2);
  await expect.poll(() => thread.isFailing, SOON).toBe(false);
  expect(pauses).toEqual([100]);
});

it('is not started any more once it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open(Number.POSITIVE_INFINITY);
  await vi.waitUntil(() => pauses.length === 1, SOON);
  await thread.close();
  expect(vi.getTimerCount()).toBe(0);
});
