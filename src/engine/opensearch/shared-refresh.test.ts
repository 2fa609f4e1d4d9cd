import { expect, it } from 'vitest';
import { SharedRefresh } from './shared-refresh.js';

/** Refreshes that end when they are told to. */
class Refreshes {
  readonly #ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  readonly shared = new SharedRefresh(
    () => new Promise<void>((resolve, reject) => this.#ends.push({ resolve, reject })),
  );

  get begun(): number {
    return this.#ends.length;
  }

  end(number: number, error?: Error): void {
    if (error === undefined) this.#ends[number].resolve();
    else this.#ends[number].reject(error);
  }
}

it('is one refresh for all who come while another is under way', async () => {
  const refreshes = new Refreshes();
  const first = refreshes.shared.run();
  const others = [refreshes.shared.run(), refreshes.shared.run(), refreshes.shared.run()];
  expect(refreshes.begun).toBe(1);
  refreshes.end(0);
  await first;
  await expect.poll(() => refreshes.begun).toBe(2);
  refreshes.end(1);
  await Promise.all(others);
  expect(refreshes.begun).toBe(2);
});

it('fails only those who wait for the refresh that failed', async () => {
  const refreshes = new Refreshes();
  const failing = refreshes.shared.run();
  const next = refreshes.shared.run();
  refreshes.end(0, new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => refreshes.begun).toBe(2);
  refreshes.end(1);
  await next;
  const later = refreshes.shared.run();
  expect(refreshes.begun).toBe(3);
  refreshes.end(2);
  await later;
});
