import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInTurns } from './sort-in-turns.js';

const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;

it('sorts as toSorted does, and keeps the order of equal items', async () => {
  const sizes = fc.constantFrom(0, 1, 10, 499, 500, 501, 1250, 5000);
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 5000 }), async (size, modulus) => {
      const items = Array.from({ length: size }, (_, place) => ({ key: (place * 7919) % modulus, place }));
      expect(await sortInTurns(items, byKey)).toEqual(items.toSorted(byKey));
    }),
    { numRuns: 30 },
  );
});
