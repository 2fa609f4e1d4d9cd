import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { LawBook } from './law-book.js';

const LONG = 60_000;
const SHORT = 300;

/** Claims to work that is done once for all instances. */
export function claimLaws({ law, open }: LawBook): void {
  law('gives a claim to one holder at a time, until it is given back', async () => {
    const { claims } = await open();
    const take = (holder: string) => claims.take({ name: 'work', holder, milliseconds: LONG });
    expect([await take('a'), await take('b'), await take('a')]).toEqual([true, false, true]);
    await claims.release('work', 'b');
    expect(await take('b')).toBe(false);
    await claims.release('work', 'a');
    await claims.release('work', 'a');
    expect([await take('b'), await take('a')]).toEqual([true, false]);
    expect(await claims.take({ name: 'other work', holder: 'a', milliseconds: LONG })).toBe(true);
  });

  law('gives a claim to only one of those who ask at once', async () => {
    const { claims } = await open();
    const holders = Array.from({ length: 10 }, (_, index) => `holder ${index}`);
    const taken = await Promise.all(holders.map((holder) => claims.take({ name: 'work', holder, milliseconds: LONG })));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  law('tells how far the holder of a claim has come', async () => {
    const { claims } = await open();
    const claim = { name: 'work', holder: 'a', milliseconds: LONG };
    expect(await claims.progress('work')).toBe(0);
    await claims.take(claim);
    await claims.take({ ...claim, progress: 0.25 });
    await claims.take({ ...claim, holder: 'b', progress: 0.5 });
    expect(await claims.progress('work')).toBe(0.25);
    await claims.release('work', 'a');
    expect(await claims.progress('work')).toBe(0);
  });

  law('passes on a claim that is not renewed, and keeps one that is', async () => {
    const { claims } = await open();
    const take = (name: string, holder: string) => claims.take({ name, holder, milliseconds: SHORT });
    for (const name of ['left', 'renewed'])
      expect([await take(name, 'a'), await take(name, 'b')]).toEqual([true, false]);
    for (let times = 0; times < 4; times++) {
      await sleep(SHORT / 3);
      expect(await take('renewed', 'a')).toBe(true);
      expect(await take('renewed', 'b')).toBe(false);
    }
    expect(await take('left', 'b')).toBe(true);
    expect(await take('left', 'a')).toBe(false);
  });
}
