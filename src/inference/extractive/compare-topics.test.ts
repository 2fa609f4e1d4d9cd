import { expect, it } from 'vitest';
import { compareTopics } from './compare-topics.js';

const RIGHT = Float32Array.of(1, 0);
const UP = Float32Array.of(0, 1);
const PHRASES = [RIGHT, UP, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT];

it('compares by the nearest three phrases, over all passages', () => {
  const along = Int8Array.of(127, 0);
  const across = Int8Array.of(0, 90);
  const nearness = compareTopics({ subjects: [[along], [across], [along, across]], topics: [PHRASES] }).flat();
  expect(nearness[0]).toBeCloseTo(1);
  expect(nearness[1]).toBeCloseTo(1 / 3);
  expect(nearness[2]).toBeCloseTo(2 / 3);
});

it('compares by fewer phrases where there are few', () => {
  const subjects = [[Float32Array.of(0.6, 0.8)]];
  expect(compareTopics({ subjects, topics: [[RIGHT], [RIGHT, UP], [UP, UP, RIGHT, RIGHT, RIGHT]] })[0]).toEqual([
    expect.closeTo(0.6),
    expect.closeTo(0.8),
    expect.closeTo(0.8),
  ]);
});

it('is near to nothing without passages, or with one that has no direction', () => {
  expect(compareTopics({ subjects: [[], [Int8Array.of(0, 0)]], topics: [PHRASES, []] })).toEqual([
    [0, 0],
    [0, 0],
  ]);
});
