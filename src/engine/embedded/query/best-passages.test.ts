import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BestPassages, type PassageInSegment } from './best-passages.js';

function bestOf(scores: readonly number[], count: number): PassageInSegment[] {
  const best = new BestPassages(count);
  for (const [document, score] of scores.entries()) best.add({ part: 0, document, passage: 0, score });
  return best.all();
}

describe('keeping the best passages', () => {
  it('keeps all that can be among the first, ties included', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3000, size: 'max' });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 20 }), (numbers, count) => {
        const last = [...numbers].sort((a, b) => b - a)[count - 1] ?? -1;
        const needed = numbers.flatMap((score, document) => (score >= last ? [document] : []));
        const kept = bestOf(numbers, count).map(({ document }) => document);
        expect(kept.filter((document) => numbers[document] >= last)).toEqual(needed);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps few of many', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => Math.sin(i));
    expect(bestOf(many, 10).length).toBeLessThan(1000);
  });
});
