import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketOf, LATENCY_BUCKETS, latencyQuantile } from './latency-buckets.js';

function countsOf(durations: readonly number[]): Float64Array {
  const counts = new Float64Array(LATENCY_BUCKETS);
  for (const milliseconds of durations) counts[bucketOf(milliseconds)]++;
  return counts;
}

it('tells quantiles that are off by no more than a bucket is wide', () => {
  const duration = fc.double({ min: 0.26, max: 150_000, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(duration, { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.95),
      (durations, share) => {
        const sorted = durations.toSorted((one, other) => one - other);
        const exact = sorted[Math.ceil(share * sorted.length) - 1];
        const told = latencyQuantile(countsOf(durations), share)!;
        expect(told).toBeGreaterThanOrEqual((exact / Math.SQRT2) * 0.999);
        expect(told).toBeLessThanOrEqual(exact * Math.SQRT2 * 1.001);
      },
    ),
  );
});

it('has a place for every duration', () => {
  for (const milliseconds of [0, -1, Number.NaN, 1e12, Number.POSITIVE_INFINITY]) {
    expect(countsOf([milliseconds]).reduce((sum, count) => sum + count)).toBe(1);
  }
});

it('tells nothing where there were no requests', () => {
  expect(latencyQuantile(countsOf([]), 0.5)).toBeNull();
});
