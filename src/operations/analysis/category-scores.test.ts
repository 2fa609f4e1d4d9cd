import { describe, expect, it } from 'vitest';
import { chooseCategories, isOtherTopic, topicOf } from './category-scores.js';

const SCALE = { middle: 0.2, steepness: 5 };
const choose = (toCategories: number[], toOthers: number[] = [], most = 1) =>
  chooseCategories({ toCategories, toOthers }, most, SCALE);

describe('choosing categories', () => {
  it('ranks them by nearness', () => {
    expect(choose([0.1, 0.5, 0.3], [], 2).map(({ category }) => category)).toEqual([1, 2]);
  });

  it('is sure of one that is far nearer than the others, and of none that is near to nothing', () => {
    const [best, second] = choose([0.5, 0.05], [], 2);
    expect(best.probability).toBeGreaterThan(0.95);
    expect(second.probability).toBeLessThan(0.4);
    expect(choose([0])[0].probability).toBeLessThan(0.3);
  });

  it('is sure of several that are asked for, and of no single one that another equals', () => {
    for (const { probability } of choose([0.4, 0.39, 0.05], [], 2)) expect(probability).toBeGreaterThan(0.85);
    expect(choose([0.4, 0.39, 0.05])[0].probability).toBeLessThan(0.65);
  });

  it('is never surer of one that is less near', () => {
    const probabilities = choose([0.4, 0.4, 0.38, 0.3, 0.1], [0.35], 5).map(({ probability }) => probability);
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
  });

  it('doubts a category where another topic is nearer, and the less the more categories there are', () => {
    const best = (nearnesses: number[]) => choose(nearnesses, [0.3, 0.3])[0].probability;
    expect(best([0.25])).toBeLessThan(0.25);
    expect(best([0.35])).toBeGreaterThan(0.75);
    expect(best([0.25, 0, 0, 0])).toBeGreaterThan(0.7);
  });
});

describe('other topics', () => {
  it('are those that no category is about', () => {
    expect(isOtherTopic([0.1, 0.43], SCALE)).toBe(true);
    expect(isOtherTopic([0.1, 0.45], SCALE)).toBe(false);
    expect(topicOf([Float32Array.of(1, 0), Float32Array.of(0, 1)]).direction).toEqual(Float32Array.of(1, 1));
  });
});
