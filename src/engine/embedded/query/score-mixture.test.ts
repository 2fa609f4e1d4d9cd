import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ScoreMixture } from './score-mixture.js';

const SCALE = { middle: 0.2, steepness: 5 };
const share = fc.double({ min: 0.2, max: 0.8, noNaN: true });
const words = fc.double({ min: 0, max: 100, noNaN: true });
const cosine = fc.double({ min: -1, max: 1, noNaN: true });

it('lies between what the sides would score alone if each were all there is', () => {
  const byWords = new ScoreMixture(0, SCALE);
  const byMeaning = new ScoreMixture(1, SCALE);
  fc.assert(
    fc.property(share, words, cosine, (semanticShare, score, nearness) => {
      const mixed = new ScoreMixture(semanticShare, SCALE).score(score, nearness);
      const sides = [byWords.score(score, null), byMeaning.score(null, nearness)];
      expect(mixed).toBeGreaterThanOrEqual(Math.min(...sides) - 1e-9);
      expect(mixed).toBeLessThanOrEqual(Math.max(...sides) + 1e-9);
    }),
  );
});

it('never falls as either side rises', () => {
  fc.assert(
    fc.property(share, words, words, cosine, cosine, (semanticShare, a, b, c, d) => {
      const mixture = new ScoreMixture(semanticShare, SCALE);
      const lower = mixture.score(Math.min(a, b), Math.min(c, d));
      expect(mixture.score(Math.max(a, b), Math.max(c, d))).toBeGreaterThanOrEqual(lower);
      expect(lower).toBeGreaterThanOrEqual(mixture.score(Math.min(a, b), null));
    }),
  );
});

it('leaves what one side alone found the cube root of its share', () => {
  const mixture = new ScoreMixture(0.6, SCALE);
  expect(mixture.score(100, null)).toBeCloseTo(100 * Math.cbrt(0.4), 9);
  expect(mixture.score(null, 1)).toBeCloseTo(100 * Math.cbrt(0.6), 9);
  expect(mixture.score(100, 1)).toBeCloseTo(100, 9);
});
