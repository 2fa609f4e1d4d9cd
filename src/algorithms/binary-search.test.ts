import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstFailing } from './binary-search.js';

it('finds what a search from the beginning would find', () => {
  const position = fc.nat({ max: 50 });
  fc.assert(
    fc.property(position, position, position, (from, length, border) => {
      const to = from + length;
      const holds = (tested: number) => {
        expect(tested).toBeGreaterThanOrEqual(from);
        expect(tested).toBeLessThan(to);
        return tested < border;
      };
      expect(firstFailing(from, to, holds)).toBe(Math.min(to, Math.max(from, border)));
    }),
  );
});
