import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ThinnedSample } from './thinned-sample.js';

function sampleOf(labels: readonly string[], maxCost: number): ThinnedSample<number> {
  const sample = new ThinnedSample<number>(maxCost);
  labels.forEach((label, i) => {
    sample.offer(i, { label, cost: 1 });
  });
  return sample;
}

test('everything is kept within the budget', () => {
  const labels = Array.from({ length: 100 }, (_, i) => `l${i % 3}`);
  expect(sampleOf(labels, 100).items).toHaveLength(100);
});

test('beyond the budget each label keeps its share, and rare labels keep everything', () => {
  const labels = Array.from({ length: 10_000 }, (_, i) => (i % 500 === 0 ? 'rare' : `l${i % 2}`));
  const sample = sampleOf(labels, 1_000);
  const kept = sample.items.map((i) => labels[i]);
  expect(kept.length).toBeGreaterThan(400);
  expect(kept.length).toBeLessThanOrEqual(1_000);
  expect(kept.filter((label) => label === 'rare')).toHaveLength(20);
  expect([...sample.indexes]).toEqual(sample.items);
});

test('labels that are all different, such as numbers, stay within the budget too', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2_000, max: 6_000 }), (count) => {
      const labels = Array.from({ length: count }, (_, i) => String(i));
      expect(sampleOf(labels, 1_500).items.length).toBeLessThanOrEqual(1_500);
    }),
    { numRuns: 20 },
  );
});
