import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureOf, signatureSimilarity } from '../../text/minhash.js';
import { copyScore, mostForShare } from './copy-score.js';
import { DUPLICATES } from './ranking.js';

const HIGH = 65;
const VERY_HIGH = 80;

const words = fc.integer({ min: 1, max: 20_000 });
const agreement = fc.double({ min: 0, max: 1, noNaN: true });

/** A text of distinct words; `changed` says which of them are others. */
function textOf(count: number, changed: (place: number) => boolean = () => false): string {
  return Array.from({ length: count }, (_, i) => (changed(i) ? `other${i}` : `word${i}`)).join(' ');
}

function scoreOf(one: string, other: string): number {
  return copyScore({
    agreement: signatureSimilarity(signatureOf(one), signatureOf(other)),
    words: one.split(' ').length,
    otherWords: other.split(' ').length,
  });
}

describe('the score of a copy', () => {
  it('is full for the same text, however short', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 300 }), (count) => scoreOf(textOf(count), textOf(count)) === 100));
  });

  it('is the same in both directions', () => {
    fc.assert(
      fc.property(agreement, words, words, (alike, one, other) => {
        const there = copyScore({ agreement: alike, words: one, otherWords: other });
        expect(copyScore({ agreement: alike, words: other, otherWords: one })).toBe(there);
      }),
    );
  });

  it('lies between 0 and what the share of the words allows, and rises with agreement', () => {
    fc.assert(
      fc.property(agreement, agreement, words, words, (one, other, count, otherCount) => {
        const score = (alike: number) => copyScore({ agreement: alike, words: count, otherWords: otherCount });
        const [less, more] = [score(Math.min(one, other)), score(Math.max(one, other))];
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeGreaterThanOrEqual(less);
        expect(more).toBeLessThanOrEqual(mostForShare(Math.min(count, otherCount) / Math.max(count, otherCount)));
      }),
    );
  });

  it('stays below high for a statement with one other word, wherever it stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: DUPLICATES.statement }), fc.nat(), (count, place) => {
        expect(
          scoreOf(
            textOf(count),
            textOf(count, (i) => i === place % count),
          ),
        ).toBeLessThan(HIGH);
      }),
    );
  });

  it('reaches very high for a text with one other word', () => {
    expect(
      scoreOf(
        textOf(200),
        textOf(200, (i) => i === 70),
      ),
    ).toBeGreaterThan(VERY_HIGH);
  });

  it.each([5, 6, 7, 10, 20])('finds a text in which every %s-th word is another and a third is missing', (n) => {
    expect(
      scoreOf(
        textOf(300),
        textOf(200, (i) => i % n === 0),
      ),
    ).toBeGreaterThan(DUPLICATES.leastScore);
  });

  it('finds no text of which next to nothing is left, or that has half of the words changed', () => {
    expect(scoreOf(textOf(700), textOf(90))).toBeLessThan(DUPLICATES.leastScore);
    expect(
      scoreOf(
        textOf(300),
        textOf(300, (i) => i % 2 === 0),
      ),
    ).toBeLessThan(DUPLICATES.leastScore);
  });

  it('takes no short phrase in common for a copy', () => {
    expect(scoreOf('the office in Berlin opens at eight', 'the office in Munich closes at nine')).toBeLessThan(
      DUPLICATES.leastScore,
    );
  });
});
