import { describe, expect, it } from 'vitest';
import { MemoryClaims } from '../storage/memory-claims.js';
import { RequestMutex } from './request-mutex.js';

/** As several instances see them. */
class SharedClaims extends MemoryClaims {
  override readonly shared = true;
}

describe('the mutex of an idempotency key', () => {
  it('lets one request at a time pass, whichever instance it reached', async () => {
    const claims = new SharedClaims();
    const instances = [new RequestMutex(claims), new RequestMutex(claims)];
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return running--;
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map((i) => instances[i % 2].run('key', work)));
    expect(most).toBe(1);
  });

  it('does not hold up requests with other keys', async () => {
    const mutex = new RequestMutex(new SharedClaims());
    await mutex.take('one');
    expect(await mutex.run('other', async () => 'done')).toBe('done');
  });

  it('is free again after a failure', async () => {
    const mutex = new RequestMutex(new SharedClaims());
    await expect(mutex.run('key', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await mutex.run('key', async () => 'done')).toBe('done');
  });
});
