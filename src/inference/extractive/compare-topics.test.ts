import { expect, it } from 'vitest';
import { compareTopics } from './compare-topics.js';

const PHRASES = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(1, 0), Float32Array.of(1, 0)];

it('compares by the nearest three phrases, over all passages', () => {
  const along = Int8Array.of(127, 0);
  const across = Int8Array.of(0, 90);
  const nearness = compareTopics({ subjects: [[along], [across], [along, across]], topics: [PHRASES] }).flat();
  expect(nearness[0]).toBeCloseTo(1);
  expect(nearness[1]).toBeCloseTo(1 / 3);
  expect(nearness[2]).toBeCloseTo(2 / 3);
});

it('is near to nothing without passages, or with one that has no direction', () => {
  expect(compareTopics({ subjects: [[], [Int8Array.of(0, 0)]], topics: [PHRASES, []] })).toEqual([
    [0, 0],
    [0, 0],
  ]);
});
