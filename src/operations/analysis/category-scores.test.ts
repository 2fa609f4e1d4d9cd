import { describe, expect, it } from 'vitest';
import { chooseCategories, nearness, otherTopics } from './category-scores.js';

const SCALE = { middle: 0.2, steepness: 5 };

describe('nearness to a category', () => {
  it('is that of the nearest three phrases, over all passages', () => {
    const phrases = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(1, 0), Float32Array.of(1, 0)];
    expect(nearness([Int8Array.of(127, 0)], phrases)).toBeCloseTo(1);
    expect(nearness([Int8Array.of(0, 90)], phrases)).toBeCloseTo(1 / 3);
    expect(nearness([Int8Array.of(127, 0), Int8Array.of(0, 90)], phrases)).toBeCloseTo(2 / 3);
  });

  it('is nothing for a passage without direction', () => {
    expect(nearness([Int8Array.of(0, 0)], [Float32Array.of(1, 0)])).toBe(0);
  });
});

describe('choosing categories', () => {
  it('ranks them by nearness', () => {
    expect(chooseCategories([0.1, 0.5, 0.3], [], SCALE).map(({ category }) => category)).toEqual([1, 2, 0]);
  });

  it('is sure of one that is far nearer than the others, and of none that is near to nothing', () => {
    const [best, second] = chooseCategories([0.5, 0.05], [], SCALE);
    expect(best.probability).toBeGreaterThan(0.95);
    expect(second.probability).toBeLessThan(0.4);
    expect(chooseCategories([0], [], SCALE)[0].probability).toBeLessThan(0.3);
  });

  it('sets a category aside before it looks at the next, so that several can be likely', () => {
    const [best, second] = chooseCategories([0.4, 0.4], [], SCALE);
    expect(best.probability).toBeLessThan(0.55);
    expect(second.probability).toBeGreaterThan(0.85);
  });

  it('doubts a category where another topic is nearer, and the less the more categories there are', () => {
    const best = (nearnesses: number[]) => chooseCategories(nearnesses, [0.3], SCALE)[0].probability;
    expect(best([0.25])).toBeLessThan(0.25);
    expect(best([0.35])).toBeGreaterThan(0.75);
    expect(best([0.25, 0, 0, 0])).toBeGreaterThan(0.75);
  });
});

describe('other topics', () => {
  it('are those that no category is about', () => {
    const topics = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0), Float32Array.of(0, 0, 1)];
    expect(otherTopics(topics, [[topics[0]], [topics[2]]], SCALE)).toEqual([topics[1]]);
  });
});
