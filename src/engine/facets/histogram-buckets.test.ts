import { expect, it } from 'vitest';
import { histogramBucket } from './histogram-buckets.js';

it('puts a number into the bucket that begins at or below it', () => {
  expect([0.3, 0.35, -0.05, 0].map((value) => histogramBucket(value, 0.1))).toEqual([0.3, 0.3, -0.1, 0]);
});

it.each([
  ['the largest number', Number.MAX_VALUE, 1, Number.MAX_VALUE],
  ['the least number', -Number.MAX_VALUE, 1, -Number.MAX_VALUE],
  ['a bucket that begins below the least number', -1.7e308, 1e308, -Number.MAX_VALUE],
  ['a huge number and a small interval', 1.7e308, 1e-300, 1.7e308],
  ['a huge number and the smallest interval', -1.7e308, Number.MIN_VALUE, -1.7e308],
])('begins every bucket at a number that JSON can tell: %s', (_, value, interval, start) => {
  expect(histogramBucket(value, interval)).toBe(start);
});
