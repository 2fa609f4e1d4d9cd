import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.js';

it('keeps what is asked for again, and forgets what was not in a long time', () => {
  const cache = new LruCache<number>(3);
  let made = 0;
  const ask = (name: string) => cache.getOrMake(name, () => ++made);
  const favourite = ask('favourite');
  const once = ask('once');
  for (let i = 0; i < 20; i++) {
    ask(`other ${i}`);
    expect(ask('favourite')).toBe(favourite);
  }
  expect(ask('once')).toBeGreaterThan(once);
});

it('holds at least as many as it was told to', () => {
  const cache = new LruCache<string>(4);
  const names = ['a', 'b', 'c', 'd'];
  for (const name of ['x', 'y', ...names]) cache.getOrMake(name, () => name);
  for (const name of names) expect(cache.getOrMake(name, () => 'made anew')).toBe(name);
});

it('gives back what was set last, and nothing for what it never saw', () => {
  const cache = new LruCache<number>(2);
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', 1);
  cache.set('a', 2);
  expect(cache.get('a')).toBe(2);
  cache.set('b', 3);
  cache.set('c', 4);
  cache.set('a', 5);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([5, 3, 4]);
});
