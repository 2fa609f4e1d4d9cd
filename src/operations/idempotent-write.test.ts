import { beforeEach, describe, expect, it } from 'vitest';
import type { IdempotencyRecord, IdempotencyStorage } from '../storage/storage.js';
import { KeyedMutex } from '../threads/locks.js';
import type { IdempotentRequest } from './context.js';
import { oldestKept, performOnce } from './idempotent-write.js';

const records = new Map<string, IdempotencyRecord>();
beforeEach(() => records.clear());

const storage: IdempotencyStorage = {
  get: async (key) => records.get(key) ?? null,
  put: async (key, record) => void records.set(key, record),
  putChunk: async () => undefined,
  chunks: async function* () {},
  expire: async () => undefined,
};

const mutex = new KeyedMutex();
const request = (fingerprint = 'same'): IdempotentRequest => ({ storage, mutex, key: 'live/k/1', fingerprint });

let times = 0;
const perform = (sent: IdempotentRequest | null) =>
  performOnce<{ times: number }>(sent, async (record) => {
    const result = { times: ++times };
    await new Promise(setImmediate);
    const kept = record?.(result);
    if (kept !== undefined) records.set(kept.key, kept.record);
    return result;
  });

describe('performOnce', () => {
  beforeEach(() => {
    times = 0;
  });

  it('does the same request once and gives its answer again', async () => {
    expect(await perform(request())).toEqual({ result: { times: 1 }, replayed: false });
    expect(await perform(request())).toEqual({ result: { times: 1 }, replayed: true });
  });

  it('lets a twin wait for the first', async () => {
    const answers = await Promise.all([perform(request()), perform(request()), perform(request())]);
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, true, true]);
    expect(times).toBe(1);
  });

  it('refuses another request under the same key', async () => {
    await perform(request());
    await expect(perform(request('other'))).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 409 });
  });

  it('does it every time without a key', async () => {
    await perform(null);
    expect(await perform(null)).toEqual({ result: { times: 2 }, replayed: false });
  });

  it('tries again what failed', async () => {
    await expect(performOnce(request(), () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await perform(request())).toMatchObject({ replayed: false });
  });

  it('gives the answer of an earlier try that was made only after it was given up', async () => {
    const late = performOnce<{ times: number }>(request(), async (record) => {
      // Meanwhile the store makes what the earlier try has sent, and that is in the way now.
      const kept = record?.({ times: 1 });
      if (kept !== undefined) records.set(kept.key, kept.record);
      throw new Error('taken');
    });
    expect(await late).toEqual({ result: { times: 1 }, replayed: true });
  });

  it('forgets after a day', async () => {
    await perform(request());
    const record = records.get('live/k/1');
    if (record !== undefined) records.set('live/k/1', { ...record, createdAt: oldestKept(Date.now()) });
    expect(await perform(request())).toMatchObject({ replayed: false });
  });
});
