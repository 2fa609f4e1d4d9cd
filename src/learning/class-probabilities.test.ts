import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argmax, countSeen, fitTemperature, logLoss, shrinkByExamples } from './class-probabilities.js';

/** Correct three times out of four, whatever the scores are. */
function scored(score: number) {
  const classes = Uint32Array.from({ length: 400 }, (_, i) => Number(i % 4 === 0));
  const scores = Float32Array.from({ length: 800 }, (_, i) => (i % 2 === 0 ? score : 0));
  return { classCount: 2, scores, classes };
}

test('overconfident scores are softened and underconfident ones sharpened to the observed accuracy', () => {
  for (const score of [0.2, 1, 5]) {
    const temperature = fitTemperature(scored(score));
    expect(1 / (1 + Math.exp(-score / temperature))).toBeCloseTo(0.75, 2);
  }
});

test('the fitted temperature has the lowest loss', () => {
  const examples = scored(3);
  const best = fitTemperature(examples);
  for (const other of [0.5, 0.9, 1.1, 2]) expect(logLoss(examples, best)).toBeLessThan(logLoss(examples, best * other));
});

test('a few examples that are all correct leave doubt, and more examples leave less', () => {
  const confidences = [4, 40, 400].map((count) => {
    const scores = Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 3 : 0));
    const temperature = fitTemperature({ classCount: 2, scores, classes: new Uint32Array(count) });
    return 1 / (1 + Math.exp(-3 / temperature));
  });
  expect(confidences[0]).toBeCloseTo(5 / 6, 2);
  expect(confidences[1]).toBeCloseTo(41 / 42, 2);
  expect(confidences[2]).toBeGreaterThan(confidences[1]);
});

test('no label is more certain than the examples allow, and their order stays', () => {
  const scores = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(scores, fc.nat(1000), (given, more) => {
      const sum = given.reduce((total, score) => total + score, 0);
      const before = Float64Array.from(given, (score) => score / sum);
      const seen = given.map((_, k) => 1 + ((more * (k + 1)) % 50));
      const after = shrinkByExamples(before.slice(), seen);
      const all = seen.reduce((total, count) => total + count, 0);
      expect(after.reduce((total, p) => total + p, 0)).toBeCloseTo(1, 9);
      expect(argmax(after)).toBe(argmax(before));
      expect(Math.max(...after)).toBeLessThanOrEqual((all + 1) / (all + 2));
      expect(Math.max(...after)).toBeLessThanOrEqual(Math.max(...before));
    }),
  );
});

test('fifteen examples make nothing certain, thousands nearly so, and a rare label stays uncertain', () => {
  const certain = (seen: number[]) =>
    shrinkByExamples(
      Float64Array.from(seen, (_, k) => Number(k === 0)),
      seen,
    )[0];
  expect(certain([5, 5, 5])).toBeCloseTo(16 / 17, 9);
  expect(certain([5000, 5000])).toBeGreaterThan(0.999);
  expect(certain([2, 5000])).toBeLessThan(0.85);
});

test('copies of an example are seen once', () => {
  const classes = Uint32Array.from([0, 0, 0, 1, 1]);
  const groups = Uint32Array.from([0, 0, 0, 1, 2]);
  expect(countSeen({ classes, groups }, Uint32Array.from([0, 1, 2, 3, 4]), 2)).toEqual([1, 2]);
  expect(countSeen({ classes }, Uint32Array.from([0, 1, 3]), 2)).toEqual([2, 1]);
});
