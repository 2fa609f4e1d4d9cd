import { expect, test } from 'vitest';
import { calibrationBins, calibrationError, classificationMetrics, regressionMetrics } from './metrics.js';

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

test('bins hold as many examples each, the least confident first', () => {
  const confidence = Float32Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 0.9 : 0.5));
  const correct = Uint32Array.from({ length: 40 }, (_, i) => Number(i % 2 === 0 || i < 10));
  const rounded = calibrationBins(confidence, correct).map((bin) => ({
    ...bin,
    confidence: Number(bin.confidence.toFixed(2)),
  }));
  expect(rounded).toEqual([
    { confidence: 0.5, accuracy: 0.25, count: 20 },
    { confidence: 0.9, accuracy: 1, count: 20 },
  ]);
  expect(calibrationBins(new Float32Array(0), new Uint32Array(0))).toEqual([]);
});

test('numeric targets: the share of variance explained, and the mean error', () => {
  const exact = regressionMetrics(Float64Array.of(3, 1, 2), Float64Array.of(3, 1, 2));
  expect(exact).toMatchObject({ r2: 1, mae: 0 });
  expect(exact.predictions).toEqual([1, 2, 3].map((number) => ({ actual: number, predicted: number })));
  const constant = regressionMetrics(Float64Array.of(1, 2, 3), Float64Array.of(2, 2, 2));
  expect(constant).toMatchObject({ r2: 0, mae: 2 / 3 });
});

test.each([1e-300, 1e300])('numeric targets of any magnitude are measured: %d', (unit) => {
  const [actual, predicted] = [Float64Array.of(1, 2, 3), Float64Array.of(1, 2, 2)].map((numbers) =>
    numbers.map((number) => number * unit),
  );
  const { r2, mae } = regressionMetrics(actual, predicted);
  expect([r2, mae / unit]).toEqual([0.5, expect.closeTo(1 / 3)]);
});

test('of very many numbers, some are kept, the extremes among them', () => {
  const many = Float64Array.from({ length: 10_001 }, (_, i) => i);
  const { predictions } = regressionMetrics(many, many);
  expect(predictions).toHaveLength(500);
  expect(predictions?.[0].actual).toBe(0);
  expect(predictions?.at(-1)?.actual).toBe(10_000);
});
