import { largest } from './classify-scores.js';
import type { ScoredExamples } from './temperature.js';

/** The mean of accuracy and macro F1: neither the many nor the rare labels can be given up for the others. */
export function agreement({ classCount, scores, classes }: ScoredExamples): number {
  const actual = new Float64Array(classCount);
  const guessed = new Float64Array(classCount);
  const right = new Float64Array(classCount);
  classes.forEach((own, i) => {
    const guess = largest(scores.subarray(i * classCount, (i + 1) * classCount));
    actual[own]++;
    guessed[guess]++;
    if (guess === own) right[own]++;
  });
  const f1 = right.map((count, k) => (2 * count) / Math.max(1, actual[k] + guessed[k]));
  const accuracy = right.reduce((sum, count) => sum + count, 0) / Math.max(1, classes.length);
  const occurring = actual.filter((count) => count > 0).length;
  return (accuracy + f1.reduce((sum, value) => sum + value, 0) / Math.max(1, occurring)) / 2;
}
