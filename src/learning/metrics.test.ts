import { expect, test } from 'vitest';
import { calibrationError, classificationMetrics, regressionMetrics } from './metrics.js';

test('precision, recall, F1 and the confusion matrix follow from the counts', () => {
  const metrics = classificationMetrics({
    labels: ['a', 'b', 'c'],
    actual: Uint32Array.of(0, 0, 0, 1, 1),
    predicted: Uint32Array.of(0, 0, 1, 1, 1),
    confidence: Float32Array.of(1, 1, 1, 1, 1),
  });
  expect(metrics.accuracy).toBe(0.8);
  expect(metrics.labels[0]).toEqual({ label: 'a', precision: 1, recall: 0.6667, f1: 0.8, support: 3 });
  expect(metrics.labels[1]).toEqual({ label: 'b', precision: 0.6667, recall: 1, f1: 0.8, support: 2 });
  expect(metrics.labels[2]).toEqual({ label: 'c', precision: 0, recall: 0, f1: 0, support: 0 });
  expect(metrics.confusionMatrix.counts).toEqual([
    [2, 1, 0],
    [0, 2, 0],
    [0, 0, 0],
  ]);
});

test('macro F1 leaves out labels that neither occur nor are predicted', () => {
  const measured = { actual: Uint32Array.of(0, 1), predicted: Uint32Array.of(0, 1), confidence: Float32Array.of(1, 1) };
  expect(classificationMetrics({ labels: ['a', 'b', 'never'], ...measured }).macroF1).toBe(1);
});

test('confidence equal to accuracy has no calibration error', () => {
  const confidence = new Float32Array(100).fill(0.75);
  const correct = Uint32Array.from(confidence, (_, i) => Number(i % 4 !== 0));
  expect(calibrationError(confidence, correct)).toBeCloseTo(0);
  expect(calibrationError(confidence.fill(1), correct)).toBeCloseTo(0.25);
});

test('numeric targets: the share of variance explained, and the mean error', () => {
  expect(regressionMetrics(Float64Array.of(1, 2, 3), Float64Array.of(1, 2, 3))).toEqual({ r2: 1, mae: 0 });
  expect(regressionMetrics(Float64Array.of(1, 2, 3), Float64Array.of(2, 2, 2))).toEqual({ r2: 0, mae: 2 / 3 });
});
