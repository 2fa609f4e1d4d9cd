import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestSpans } from './answer-spans.js';

/** Tokens of three characters with a space after each. */
function tokens(startLogits: number[], endLogits: number[]) {
  return {
    startLogits: Float32Array.from(startLogits),
    endLogits: Float32Array.from(endLogits),
    starts: startLogits.map((_, i) => 4 * i),
    ends: startLogits.map((_, i) => 4 * i + 3),
  };
}

/** The definition, pair by pair. */
function expectedSpans(startLogits: ArrayLike<number>, endLogits: ArrayLike<number>) {
  const spans: { start: number; end: number; odds: number }[] = [];
  for (let i = 0; i < startLogits.length; i++)
    for (let j = i; j < startLogits.length && j - i < 40; j++)
      spans.push({ start: 4 * i, end: 4 * j + 3, odds: Math.exp(startLogits[i] + endLogits[j]) });
  const total = spans.reduce((sum, { odds }) => sum + odds, 0);
  return spans.map(({ start, end, odds }) => ({ start, end, share: odds / total })).sort((a, b) => b.share - a.share);
}

const LOGITS = fc.array(
  fc.tuple(fc.float({ min: -12, max: 12, noNaN: true }), fc.float({ min: -12, max: 12, noNaN: true })),
  { maxLength: 90 },
);

describe('bestSpans', () => {
  it('gives the twenty likeliest, each with its share of all', () => {
    fc.assert(
      fc.property(LOGITS, (logits) => {
        const scored = tokens(
          logits.map(([start]) => start),
          logits.map(([, end]) => end),
        );
        const spans = bestSpans(scored);
        const expected = expectedSpans(scored.startLogits, scored.endLogits);
        expect(spans).toHaveLength(Math.min(20, expected.length));
        spans.forEach(({ start, end, share }, i) => {
          expect(share).toBeCloseTo(expected[i].share, 5);
          expect(share).toBeCloseTo(expected.find((span) => span.start === start && span.end === end)!.share, 5);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('never ends an answer before it starts, nor more than forty tokens on', () => {
    const starts = new Array(100).fill(-5).with(50, 9);
    const ends = new Array(100).fill(-5).with(40, 9).with(89, 7).with(90, 9);
    expect(bestSpans(tokens(starts, ends))[0]).toMatchObject({ start: 200, end: 4 * 89 + 3 });
  });

  it('is sure of the only token', () => {
    expect(bestSpans(tokens([-3], [-4]))).toEqual([{ start: 0, end: 3, share: 1 }]);
    expect(bestSpans(tokens([], []))).toEqual([]);
  });

  it('bears logits of any size', () => {
    const spans = bestSpans(tokens([-9_000, 9_000, -9_000], [9_000, -9_000, -9_000]));
    expect(spans.map(({ share }) => share)).toEqual([1 / 3, 1 / 3, 1 / 3, 0, 0, 0]);
  });

  it('adds up what is one place in the text, and leaves out what has no text', () => {
    const scored = { ...tokens([5, 5, 0], [8, 5, 0]), starts: [0, 0, 4], ends: [0, 3, 7] };
    const spans = bestSpans(scored);
    expect(spans[0]).toMatchObject({ start: 0, end: 3 });
    const odds = [13, 10, 5, 10, 5, 0].map(Math.exp);
    const total = odds.reduce((sum, value) => sum + value);
    expect(spans[0].share).toBeCloseTo((2 * Math.exp(10)) / total);
    expect(spans.map(({ start, end }) => [start, end])).toEqual([
      [0, 3],
      [0, 7],
      [4, 7],
    ]);
  });
});
