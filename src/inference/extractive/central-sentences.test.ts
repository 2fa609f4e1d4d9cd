import { describe, expect, it } from 'vitest';
import { centralSentences } from './central-sentences.js';

const unit = (...numbers: number[]) => {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
};

describe('central sentences', () => {
  it('are those most like the others, in the order of the text', () => {
    const vectors = [unit(0, 0, 1), unit(1, 0.5, 0.2), unit(1, 0.4, 0), unit(0.4, 1, 0), unit(0.5, 1, 0.1)];
    const chosen = centralSentences(vectors, { count: 2, unrelatedCosine: 0 });
    expect(chosen).toEqual([...chosen].sort());
    expect(chosen).not.toContain(0);
  });

  it('say nothing twice while something else is left', () => {
    const vectors = [unit(1, 0.1), unit(1, 0.1), unit(1, 0.1), unit(0.1, 1)];
    expect(centralSentences(vectors, { count: 2, unrelatedCosine: 0 })).toEqual([0, 3]);
  });

  it('are all where there are no more, and none where there are none', () => {
    expect(centralSentences([unit(1, 0), unit(0, 1)], { count: 5, unrelatedCosine: 0 })).toEqual([0, 1]);
    expect(centralSentences([], { count: 3, unrelatedCosine: 0 })).toEqual([]);
  });

  it('come with those that they need, or not at all', () => {
    const vectors = [unit(0, 0, 1), unit(1, 0.5, 0.2), unit(1, 0.4, 0), unit(1, 0.6, 0), unit(0.5, 1, 0.1)];
    const needs = [[], [0], [1], [2], []];
    for (const count of [1, 2, 3, 4]) {
      const chosen = centralSentences(vectors, { count, unrelatedCosine: 0, needs });
      for (const one of chosen) for (const needed of needs[one]) expect(chosen).toContain(needed);
      expect(chosen.length).toBeLessThanOrEqual(count);
    }
    expect(centralSentences([unit(1, 0), unit(0, 1)], { count: 1, unrelatedCosine: 0, needs: [[1], [0]] })).toEqual([]);
  });
});
