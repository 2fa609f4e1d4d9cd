import { expect, it } from 'vitest';
import { RunningSum } from './running-sum.js';

function sumOf(...values: number[]): RunningSum {
  const sum = new RunningSum();
  for (const value of values) sum.add(value);
  return sum;
}

it('adds up numbers as JavaScript does', () => {
  expect(sumOf().total).toBe(0);
  expect(sumOf(3.9, 4.5).total).toBe(8.4);
  expect(sumOf(3.9, 4.5).dividedBy(2)).toBe(4.2);
  expect(sumOf(5e-324, 5e-324).total).toBe(1e-323);
});

it('has no total beyond the largest number, but an average', () => {
  const { MAX_VALUE } = Number;
  expect(sumOf(MAX_VALUE, MAX_VALUE).total).toBeNull();
  expect(sumOf(MAX_VALUE, MAX_VALUE).dividedBy(2)).toBe(MAX_VALUE);
  expect(sumOf(-MAX_VALUE, -MAX_VALUE, -MAX_VALUE).dividedBy(3)).toBe(-MAX_VALUE);
});

it('may be beyond the largest number on the way', () => {
  expect(sumOf(1.7e308, 1.7e308, -1.7e308, -1.6e308).total).toBeCloseTo(1e307, -293);
  expect(sumOf(1.7e308, 1.7e308, -1.7e308, -1.7e308).total).toBe(0);
});
