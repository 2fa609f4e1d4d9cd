import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.js';

it('keeps what is asked for again, and forgets what was not in a long time', () => {
  const recent = new LruCache<number>(3);
  let made = 0;
  const ask = (name: string) => recent.get(name, () => ++made);
  const favourite = ask('favourite');
  const once = ask('once');
  for (let i = 0; i < 20; i++) {
    ask(`other ${i}`);
    expect(ask('favourite')).toBe(favourite);
  }
  expect(ask('once')).toBeGreaterThan(once);
});

it('holds at least as many as it was told to', () => {
  const recent = new LruCache<string>(4);
  const names = ['a', 'b', 'c', 'd'];
  for (const name of ['x', 'y', ...names]) recent.get(name, () => name);
  for (const name of names) expect(recent.get(name, () => 'made anew')).toBe(name);
});
