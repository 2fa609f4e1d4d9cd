import { expect, test } from 'vitest';
import { fitTemperature, logLoss } from './temperature.js';

/** Right three times out of four, whatever the scores say. */
function scored(score: number) {
  const classes = Uint32Array.from({ length: 400 }, (_, i) => Number(i % 4 === 0));
  const scores = Float32Array.from({ length: 800 }, (_, i) => (i % 2 === 0 ? score : 0));
  return { classCount: 2, scores, classes };
}

test('too sure scores are cooled down, too shy ones sharpened, to what the examples bear out', () => {
  for (const score of [0.2, 1, 5]) {
    const temperature = fitTemperature(scored(score));
    expect(1 / (1 + Math.exp(-score / temperature))).toBeCloseTo(0.75, 2);
  }
});

test('no other temperature has less loss', () => {
  const examples = scored(3);
  const best = fitTemperature(examples);
  for (const other of [0.5, 0.9, 1.1, 2]) expect(logLoss(examples, best)).toBeLessThan(logLoss(examples, best * other));
});

test('a handful of examples, all right, leaves doubt, and less of it the more they are', () => {
  const sureness = [4, 40, 400].map((count) => {
    const scores = Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 3 : 0));
    const temperature = fitTemperature({ classCount: 2, scores, classes: new Uint32Array(count) });
    return 1 / (1 + Math.exp(-3 / temperature));
  });
  expect(sureness[0]).toBeCloseTo(5 / 6, 2);
  expect(sureness[1]).toBeCloseTo(41 / 42, 2);
  expect(sureness[2]).toBeGreaterThan(sureness[1]);
});
