import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NearestPassages, type PassageInSegment } from './find-passages.js';

function nearestOf(cosines: readonly number[], count: number): PassageInSegment[] {
  const nearest = new NearestPassages(count);
  for (const [document, cosine] of cosines.entries()) nearest.add({ part: 0, document, passage: 0, cosine });
  return nearest.all();
}

describe('keeping the nearest passages', () => {
  it('keeps all that can be among the first, ties included', () => {
    const cosines = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3000, size: 'max' });
    fc.assert(
      fc.property(cosines, fc.integer({ min: 1, max: 20 }), (numbers, count) => {
        const last = [...numbers].sort((a, b) => b - a)[count - 1] ?? -1;
        const needed = numbers.flatMap((cosine, document) => (cosine >= last ? [document] : []));
        const kept = nearestOf(numbers, count).map(({ document }) => document);
        expect(kept.filter((document) => numbers[document] >= last)).toEqual(needed);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps few of many', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => Math.sin(i));
    expect(nearestOf(many, 10).length).toBeLessThan(1000);
  });
});
