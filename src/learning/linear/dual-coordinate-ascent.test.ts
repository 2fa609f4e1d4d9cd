import { expect, test } from 'vitest';
import { softmax } from '../class-probabilities.js';
import { seededRandom } from '../random.js';
import { UNWATCHED } from '../training-control.js';
import { fitRidge, LogisticRegression } from './dual-coordinate-ascent.js';
import { featureRows, scoreRow } from './linear-model.js';

const COUNT = 60;
const CLASSES = 3;
const random = seededRandom(2);
const dense = { values: Float32Array.from({ length: COUNT * 5 }, () => random() - 0.5), width: 5 };
const sparse = Array.from({ length: COUNT }, (_, i) => ({ columns: [i % 4, 4 + (i % 7)], values: [random(), 0.5] }));
const rows = featureRows(sparse, dense, 11);
const use = Uint32Array.from({ length: COUNT }, (_, i) => i);

/** All features of a row in the order of the weights: dense, sparse, intercept. */
function featuresOf(row: number): Float64Array {
  const features = new Float64Array(5 + 11 + 1);
  features.set(dense.values.subarray(row * 5, row * 5 + 5));
  sparse[row].columns.forEach((column, i) => {
    features[5 + column] = sparse[row].values[i];
  });
  features[16] = 1;
  return features;
}

test('logistic regression ends where the gradient of the penalised loss is zero', () => {
  const classes = Uint32Array.from({ length: COUNT }, (_, i) => (i * 5) % CLASSES);
  const classWeights = Float32Array.of(1, 2, 0.5);
  const fit = new LogisticRegression({ rows, classes, classCount: CLASSES, classWeights, use });
  fit.run({ cost: 0.5, epochs: 50 }, UNWATCHED);
  const { weights } = fit.run({ cost: 2, epochs: 300 }, UNWATCHED);
  const gradient = Float64Array.from(weights);
  const scores = new Float64Array(CLASSES);
  for (const row of use) {
    scoreRow(fit.model, rows, row, scores);
    softmax(scores);
    featuresOf(row).forEach((value, feature) => {
      for (let k = 0; k < CLASSES; k++) {
        const error = scores[k] - Number(classes[row] === k);
        gradient[feature * CLASSES + k] += 2 * classWeights[classes[row]] * error * value;
      }
    });
  }
  for (const value of gradient) expect(Math.abs(value)).toBeLessThan(0.05);
});

test('ridge regression ends where the gradient of the penalised loss is zero', () => {
  const targets = Float64Array.from({ length: COUNT }, () => random() - 0.5);
  const model = fitRidge({ rows, targets, use, cost: 2, epochs: 300 }, UNWATCHED);
  const gradient = Float64Array.from(model.weights);
  const score = new Float64Array(1);
  for (const row of use) {
    scoreRow(model, rows, row, score);
    featuresOf(row).forEach((value, feature) => {
      gradient[feature] += 2 * (score[0] - targets[row]) * value;
    });
  }
  for (const value of gradient) expect(Math.abs(value)).toBeLessThan(1e-3);
});
