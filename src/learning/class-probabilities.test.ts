import { expect, test } from 'vitest';
import { fitTemperature, logLoss } from './class-probabilities.js';

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
