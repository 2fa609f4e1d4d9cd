import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIDENCE_LEVELS, confidenceLevel } from '../../domain/search/confidence.js';
import { STRENGTH, scoreOf, scoreOfStrength } from './ranking.js';
import { ScoreMixture, scoreOfPassage, scoreOfWords } from './score-mixture.js';

const SCALE = { middle: 0.59, steepness: 10.013 };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const agreement = fc.double({ min: 0, max: 100, noNaN: true });
const cosine = fc.double({ min: -1, max: 1, noNaN: true });
/** Scores of words come from a table. */
const ROUNDING = 0.001;

const mixed = (semanticShare: number, words: number | null, meaning: number | null) =>
  new ScoreMixture(semanticShare, SCALE).score(words, meaning);
/** Below it all meanings count as none. */
const scoreOfMeaning = (value: number) => Math.max(STRENGTH.leastScore, scoreOf(value, SCALE));

describe('a mixed score', () => {
  it('lies between those of words and meaning', () => {
    fc.assert(
      fc.property(share, agreement, cosine, (semanticShare, words, meaning) => {
        const legs = [scoreOfWords(words), scoreOfMeaning(meaning)];
        expect(mixed(semanticShare, words, meaning)).toBeGreaterThanOrEqual(Math.min(...legs) - ROUNDING);
        expect(mixed(semanticShare, words, meaning)).toBeLessThanOrEqual(Math.max(...legs) + ROUNDING);
      }),
    );
  });

  it('is that of one kind where the ratio leaves the other out', () => {
    fc.assert(
      fc.property(agreement, cosine, (words, meaning) => {
        expect(mixed(1, words, meaning)).toBeCloseTo(scoreOfMeaning(meaning), 6);
        expect(Math.abs(mixed(0, words, meaning) - scoreOfWords(words))).toBeLessThan(ROUNDING);
      }),
    );
  });

  it('never falls as either kind rises', () => {
    fc.assert(
      fc.property(share, agreement, agreement, cosine, cosine, (semanticShare, a, b, c, d) => {
        const lower = mixed(semanticShare, Math.min(a, b), Math.min(c, d));
        expect(mixed(semanticShare, Math.max(a, b), Math.max(c, d))).toBeGreaterThanOrEqual(lower);
        expect(lower).toBeGreaterThanOrEqual(mixed(semanticShare, Math.min(a, b), null));
      }),
    );
  });

  it('never moves a match of words alone above one of meaning alone as the ratio rises', () => {
    fc.assert(
      fc.property(share, share, agreement, cosine, (one, other, words, meaning) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const wasAbove = mixed(low, null, meaning) > mixed(low, words, null);
        if (wasAbove) expect(mixed(high, null, meaning)).toBeGreaterThanOrEqual(mixed(high, words, null));
      }),
    );
  });

  it('keeps the confidence of one kind alone within a level at a ratio that favours it', () => {
    const level = (score: number) => CONFIDENCE_LEVELS.indexOf(confidenceLevel(score));
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 1, noNaN: true }), agreement, cosine, (favour, words, meaning) => {
        expect(level(mixed(favour, null, meaning)) - level(scoreOfMeaning(meaning))).toBeLessThanOrEqual(1);
        expect(level(mixed(1 - favour, words, null)) - level(scoreOfWords(words) - ROUNDING)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('scores words by the same curve as meaning', () => {
  fc.assert(
    fc.property(agreement, (words) => {
      const exact = scoreOfStrength((words / 100) ** STRENGTH.agreementExponent);
      expect(Math.abs(scoreOfWords(words) - exact)).toBeLessThan(ROUNDING);
    }),
  );
});

it('keeps the order of words that agree more', () => {
  fc.assert(
    fc.property(agreement, agreement, (a, b) => {
      if (Math.abs(a - b) > 1e-9) expect(scoreOfWords(a) < scoreOfWords(b)).toBe(a < b);
    }),
  );
});

describe('the score of a passage', () => {
  it('is that of its words or of its meaning if it has only one of them', () => {
    fc.assert(
      fc.property(agreement, cosine, (words, meaning) => {
        expect(scoreOfPassage({ agreement: 0, cosine: meaning }, SCALE)).toBe(scoreOf(meaning, SCALE));
        const ofWords = scoreOfPassage({ agreement: words, cosine: null }, SCALE);
        if (words > 0) expect(Math.abs(ofWords - scoreOfWords(words))).toBeLessThan(ROUNDING);
      }),
    );
  });

  it('is never lower for having both', () => {
    fc.assert(
      fc.property(agreement, cosine, (words, meaning) => {
        const both = scoreOfPassage({ agreement: words, cosine: meaning }, SCALE);
        expect(both).toBeGreaterThanOrEqual(scoreOf(meaning, SCALE) - ROUNDING);
        if (words > 0) expect(both).toBeGreaterThanOrEqual(scoreOfWords(words) - ROUNDING);
        expect(both).toBeLessThan(100);
      }),
    );
  });
});
