import { describe, expect, it } from 'vitest';
import { chooseCategories, isOtherTopic, topicOf } from './category-scores.js';

const SCALE = { middle: 0.59, steepness: 10 };
const choose = (toCategories: number[], toOthers: number[] = [], max = 1) =>
  chooseCategories({ toCategories, toOthers }, { max, scale: SCALE });

describe('choosing categories', () => {
  it('ranks them by similarity', () => {
    expect(choose([0.5, 0.7, 0.6], [], 2).map(({ category }) => category)).toEqual([1, 2]);
  });

  it('is confident of a far more similar one, and of none if all are dissimilar', () => {
    const [best, second] = choose([0.72, 0.45], [], 2);
    expect(best.probability).toBeGreaterThan(0.95);
    expect(second.probability).toBeLessThan(0.4);
    expect(choose([0.42])[0].probability).toBeLessThan(0.3);
  });

  it('is confident of several if several are asked for, and of neither of two equals if one is', () => {
    for (const { probability } of choose([0.66, 0.658, 0.45], [], 2)) expect(probability).toBeGreaterThan(0.85);
    expect(choose([0.66, 0.658, 0.45])[0].probability).toBeLessThan(0.55);
  });

  it('is never more confident of a less similar one', () => {
    const probabilities = choose([0.66, 0.66, 0.65, 0.6, 0.5], [0.63], 5).map(({ probability }) => probability);
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
  });

  it('doubts a category if another topic is more similar, and less so the more categories there are', () => {
    const best = (similarities: number[]) => choose(similarities, [0.62, 0.62])[0].probability;
    expect(best([0.58])).toBeLessThan(0.25);
    expect(best([0.66])).toBeGreaterThan(0.75);
    const four = best([0.58, ...Array(3).fill(0.42)]);
    expect(four).toBeGreaterThan(best([0.58]));
    const twenty = best([0.58, ...Array(19).fill(0.42)]);
    expect(twenty).toBeGreaterThan(four);
    expect(twenty).toBeGreaterThan(0.7);
  });
});

describe('other topics', () => {
  it('are those that no category covers', () => {
    expect(isOtherTopic([0.5, 0.8], SCALE)).toBe(true);
    expect(isOtherTopic([0.5, 0.82], SCALE)).toBe(false);
    expect(topicOf([Float32Array.of(1, 0), Float32Array.of(0, 1)]).direction).toEqual(Float32Array.of(1, 1));
  });
});
