import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAt } from './split-at.js';

const compare = (a: number, b: number) => a - b;

describe('cutting sorted lists at a rank', () => {
  it('leaves exactly the smallest elements before the cuts', () => {
    const distinct = fc.uniqueArray(fc.integer(), { maxLength: 60 });
    fc.assert(
      fc.property(distinct, fc.integer({ min: 1, max: 5 }), fc.nat({ max: 70 }), (numbers, parts, rank) => {
        const lists = Array.from({ length: parts }, (_, part) =>
          numbers.filter((_, i) => i % parts === part).sort(compare),
        );
        const cuts = splitAt(lists as { length: number; at(i: number): number }[], rank, compare);
        const before = lists.flatMap((list, i) => list.slice(0, cuts[i])).sort(compare);
        expect(before).toEqual([...numbers].sort(compare).slice(0, rank));
      }),
    );
  });

  it('cuts no lists at all into nothing', () => {
    expect(splitAt([], 5, compare)).toEqual([]);
  });
});
