import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../domain/errors/error.js';
import { type Lease, takeLease } from '../storage/lease.js';
import type { ClaimStorage } from '../storage/shared-work.js';
import { KeyedMutex } from '../threads/locks.js';

/** Short: who repeats a request after a crash waits for it. */
const LEASE_MILLISECONDS = 8_000;
const LONGEST_WAIT_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 100;

/** One request at a time per idempotency key, whichever instance it reaches. */
export class RequestMutex {
  readonly #here = new KeyedMutex();
  readonly #claims: ClaimStorage;

  constructor(claims: ClaimStorage) {
    this.#claims = claims;
  }

  /** Waits for the mutex of `key`. Call the returned function to release it. */
  async take(key: string): Promise<() => void> {
    const releaseHere = await this.#here.take(key);
    if (!this.#claims.shared) return releaseHere;
    try {
      const lease = await this.#waitForLease(key);
      // Until it is given back, another request with the key has to wait. Nobody else does.
      return () =>
        void lease
          .release()
          .catch(() => undefined)
          .finally(releaseHere);
    } catch (error) {
      releaseHere();
      throw error;
    }
  }

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const release = await this.take(key);
    try {
      return await task();
    } finally {
      release();
    }
  }

  async #waitForLease(key: string): Promise<Lease> {
    const name = `request/${createHash('sha256').update(key).digest('hex')}`;
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    while (performance.now() < deadline) {
      const lease = await takeLease(this.#claims, name, { milliseconds: LEASE_MILLISECONDS });
      if (lease !== null) return lease;
      await sleep(PAUSE_MILLISECONDS * (0.5 + Math.random()));
    }
    const message = 'Another request with the same Idempotency-Key is still being answered. Try again later.';
    throw failure('overloaded', message, { retryAfterSeconds: 10 });
  }
}
