import { describe, expect, it } from 'vitest';
import { chooseCategories, isOtherTopic, topicOf } from './category-scores.js';

const SCALE = { middle: 0.2, steepness: 5 };
const choose = (toCategories: number[], toOthers: number[] = [], max = 1) =>
  chooseCategories({ toCategories, toOthers }, max, SCALE);

describe('choosing categories', () => {
  it('ranks them by similarity', () => {
    expect(choose([0.1, 0.5, 0.3], [], 2).map(({ category }) => category)).toEqual([1, 2]);
  });

  it('is confident of a far more similar one, and of none if all are dissimilar', () => {
    const [best, second] = choose([0.5, 0.05], [], 2);
    expect(best.probability).toBeGreaterThan(0.95);
    expect(second.probability).toBeLessThan(0.4);
    expect(choose([0])[0].probability).toBeLessThan(0.3);
  });

  it('is confident of several if several are asked for, and of neither of two equals if one is', () => {
    for (const { probability } of choose([0.4, 0.39, 0.05], [], 2)) expect(probability).toBeGreaterThan(0.85);
    expect(choose([0.4, 0.39, 0.05])[0].probability).toBeLessThan(0.65);
  });

  it('is never more confident of a less similar one', () => {
    const probabilities = choose([0.4, 0.4, 0.38, 0.3, 0.1], [0.35], 5).map(({ probability }) => probability);
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
  });

  it('doubts a category if another topic is more similar, and less so the more categories there are', () => {
    const best = (similarities: number[]) => choose(similarities, [0.3, 0.3])[0].probability;
    expect(best([0.25])).toBeLessThan(0.25);
    expect(best([0.35])).toBeGreaterThan(0.75);
    expect(best([0.25, 0, 0, 0])).toBeGreaterThan(0.7);
  });
});

describe('other topics', () => {
  it('are those that no category covers', () => {
    expect(isOtherTopic([0.1, 0.43], SCALE)).toBe(true);
    expect(isOtherTopic([0.1, 0.45], SCALE)).toBe(false);
    expect(topicOf([Float32Array.of(1, 0), Float32Array.of(0, 1)]).direction).toEqual(Float32Array.of(1, 1));
  });
});
