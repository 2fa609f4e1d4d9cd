import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fittingThreads, watchFittingThreads } from './fitting-threads.js';

describe('fitting threads', () => {
  it.each([
    ['all where the machine is idle', 8, 8],
    ['no more than the most', 64, 8],
    ['all, though others do a little', 7.8, 8],
    ['one less for a busy core', 7, 7],
    ['one less for a core that is busy half of the time', 7.5, 7],
    ['one, however little is left', 0.1, 1],
  ])('are %s', (_, free, threads) => {
    expect(fittingThreads(free, 8)).toBe(threads);
  });
});

describe('watching', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('follows what others use, until it is ended', () => {
    const times = { cores: 2, idle: 0, total: 0, own: 0, clock: 0 };
    let othersUse = 0;
    const read = () => {
      times.clock += 0.2;
      times.total += 40;
      times.idle += 20 * (2 - othersUse);
      return { ...times };
    };
    const used: number[] = [];
    const end = watchFittingThreads(2, (threads) => used.push(threads), read);
    vi.advanceTimersByTime(400);
    othersUse = 2;
    vi.advanceTimersByTime(400);
    othersUse = 0;
    vi.advanceTimersByTime(200);
    end();
    vi.advanceTimersByTime(1000);
    expect(used).toEqual([2, 2, 1, 1, 2]);
  });
});
