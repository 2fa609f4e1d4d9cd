import { expect, test } from 'vitest';
import { seededRandom } from '../random.js';
import { intervalAround, learnIntervals } from './calibrate.js';

test('nine of ten numbers lie in the interval, which is wide where errors are large and narrow where they are small', () => {
  const random = seededRandom(1);
  const predicted = Float64Array.from({ length: 2_000 }, () => random() * 100);
  const actual = predicted.map((value) => value + (random() - 0.5) * value);
  const intervals = learnIntervals(predicted, actual);
  const inside = actual.filter((value, i) => {
    const { low, high } = intervalAround(predicted[i], intervals);
    return low <= value && value <= high;
  });
  expect(inside.length / 2_000).toBeCloseTo(0.9, 1);
  const width = (at: number) => intervalAround(at, intervals).high - intervalAround(at, intervals).low;
  expect(width(95)).toBeGreaterThan(3 * width(15));
});

test('the interval contains the prediction, even with a single error to learn from', () => {
  const intervals = learnIntervals(Float64Array.of(1), Float64Array.of(3));
  expect(intervalAround(10, intervals)).toEqual({ low: 10, high: 12 });
});
