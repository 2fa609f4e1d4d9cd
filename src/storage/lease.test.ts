import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { takeLease } from './lease.js';
import { MemoryClaims } from './memory-claims.js';
import type { Claim } from './shared-work.js';

const SHORT = { milliseconds: 200 };

/** Fails while it is out of reach. */
class FailingClaims extends MemoryClaims {
  isAway = false;

  override async take(claim: Claim): Promise<boolean> {
    if (this.isAway) throw new Error('out of reach');
    return super.take(claim);
  }
}

describe('a lease', () => {
  it('is held by one at a time, for as long as the work takes', async () => {
    const claims = new MemoryClaims();
    const lease = await takeLease(claims, 'work', SHORT);
    for (let times = 0; times < 5; times++) {
      await sleep(100);
      expect(await takeLease(claims, 'work', SHORT)).toBeNull();
    }
    expect(lease?.signal.aborted).toBe(false);
    await lease?.release();
    const next = await takeLease(claims, 'work', SHORT);
    expect(next).not.toBeNull();
    await next?.release();
  });

  it('tells how far the work is', async () => {
    const claims = new MemoryClaims();
    let progress = 0;
    const lease = await takeLease(claims, 'work', { ...SHORT, progress: () => progress });
    progress = 0.5;
    await expect.poll(() => claims.progress('work')).toBe(0.5);
    await lease?.release();
  });

  it('is lost when another has the claim, or when it can not be renewed in time', async () => {
    for (const lose of [stolen, outOfReach]) {
      const claims = new FailingClaims();
      const lease = await takeLease(claims, 'work', SHORT);
      lose(claims);
      await expect.poll(() => lease?.signal.aborted).toBe(true);
    }
  });

  it('survives that a renewal or two fail', async () => {
    const claims = new FailingClaims();
    const lease = await takeLease(claims, 'work', { milliseconds: 1000 });
    claims.isAway = true;
    await sleep(350);
    claims.isAway = false;
    await sleep(1000);
    expect(lease?.signal.aborted).toBe(false);
    await lease?.release();
  });
});

function stolen(claims: FailingClaims): void {
  claims.take = async () => false;
}

function outOfReach(claims: FailingClaims): void {
  claims.isAway = true;
}
