import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysisConfidence } from '../../domain/search/confidence.js';
import { categoryMargin, isSameTopic, rankCategories, topicOf } from './category-scores.js';

const SCALE = { middle: 0.59, steepness: 10 };
const SHORT = 10;
const LONG = 150;
const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 100);
const margins = fc.array(hundredths(-300, 500), { minLength: 1, maxLength: 20 });
const levels = (values: readonly number[], tokens: number) => {
  const found: string[] = [];
  for (const { category, probability } of rankCategories(values, tokens))
    found[category] = analysisConfidence(probability);
  return found;
};

describe('the margin of a category', () => {
  it('is 0 if all other topics are as near, and grows with the distance to the nearest', () => {
    expect(categoryMargin(0.6, [0.6, 0.6], SCALE)).toBeCloseTo(0);
    expect(categoryMargin(0.7, [0.6, 0.6], SCALE)).toBeCloseTo(1);
    expect(categoryMargin(0.7, [0.5, 0.5], SCALE)).toBeGreaterThan(categoryMargin(0.7, [0.5, 0.6], SCALE));
  });

  it('leaves out the topics that the category is about', () => {
    expect(isSameTopic(0.83, SCALE)).toBe(false);
    expect(isSameTopic(0.85, SCALE)).toBe(true);
    expect(topicOf([Float32Array.of(1, 0), Float32Array.of(0, 1)]).direction).toEqual(Float32Array.of(1, 1));
  });
});

describe('the probability of a category', () => {
  it('is in the order of the margins', () => {
    fc.assert(
      fc.property(margins, fc.integer({ min: 1, max: 5000 }), (values, tokens) => {
        const ranked = rankCategories(values, tokens).map(({ category }) => values[category]);
        expect(ranked).toEqual([...values].sort((a, b) => b - a));
      }),
    );
  });

  it('is high for what fits and low for what does not, and surer for a long text', () => {
    expect(levels([3, 0], LONG)).toEqual(['very_high', 'low']);
    expect(levels([0.2], SHORT)).toEqual(['low']);
    const [short] = rankCategories([1.8], SHORT);
    const [long] = rankCategories([1.8], LONG);
    expect(long.probability).toBeGreaterThan(short.probability);
  });

  it('is lower if another category fits as well, however many do', () => {
    const alone = rankCategories([1.5], LONG)[0].probability;
    const beside = rankCategories([1.5, 1.4], LONG)[0].probability;
    expect(beside).toBeLessThan(alone);
    expect(rankCategories([1.5, 1.4, 1.4, 1.4], LONG)[0].probability).toBe(beside);
  });

  it('has a level that no unrelated category changes', () => {
    const unrelated = fc.array(hundredths(-300, 0), { maxLength: 10 });
    fc.assert(
      fc.property(margins, unrelated, fc.integer({ min: 1, max: 5000 }), (values, more, tokens) => {
        expect(levels([...values, ...more], tokens).slice(0, values.length)).toEqual(levels(values, tokens));
      }),
    );
  });
});
