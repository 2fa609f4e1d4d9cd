import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type CoreTimes, freeCores, parseStat, readCoreTimes } from './free-cores.js';

/** A second of four cores, in hundredths: what this process used, what nobody did, what others did. */
function afterASecond({ own, idle, others }: Record<'own' | 'idle' | 'others', number>): [CoreTimes, CoreTimes] {
  const before = { cores: 4, idle: 9000, total: 20_000, own: 7, clock: 50 };
  const total = 20_000 + (own + idle + others) * 100;
  return [before, { cores: 4, idle: 9000 + idle * 100, total, own: 7 + own, clock: 51 }];
}

describe('free cores', () => {
  it.each([
    ['an idle machine', { own: 0, idle: 4, others: 0 }, 4],
    ['a machine of its own', { own: 4, idle: 0, others: 0 }, 4],
    ['half of the machine, all of it used', { own: 2, idle: 0, others: 2 }, 2],
    ['half of the machine, not used', { own: 0, idle: 2, others: 2 }, 2],
    ['a small share of a busy machine', { own: 0.5, idle: 0, others: 3.5 }, 0.5],
  ])('are what a process has and what nobody uses: %s', (_, times, free) => {
    expect(freeCores(...afterASecond(times))).toBeCloseTo(free);
  });

  it('are a number even where no time has passed', () => {
    const [before] = afterASecond({ own: 0, idle: 0, others: 0 });
    expect(freeCores(before, before)).toBe(0);
  });

  it('are read from the machine', async () => {
    const before = readCoreTimes();
    await sleep(100);
    const free = freeCores(before, readCoreTimes());
    expect(free).toBeGreaterThanOrEqual(0);
    expect(free).toBeLessThanOrEqual(Math.max(before.cores, availableParallelism()));
  });
});

describe('/proc/stat', () => {
  it('counts waiting for a disk as idle, and stolen time not', () => {
    const stat = [
      'cpu  300 0 100 1500 60 0 4 36 0 0',
      'cpu0 100 0 50 800 40 0 2 8 0 0',
      'cpu1 200 0 50 700 20 0 2 28 0 0',
      'intr 12345 6 7',
    ].join('\n');
    expect(parseStat(stat)).toEqual({ cores: 2, idle: 1560, total: 2000 });
  });

  it('without lines of cores is refused', () => {
    expect(() => parseStat('cpu  1 2 3\n')).toThrow();
  });
});
