import type { CalibrationBin, ClassificationMetrics, LabelMetrics, RegressionMetrics } from '../domain/model/model.js';
import { argmax, type PredictedClasses, type ScoredExamples } from './class-probabilities.js';

export interface MeasuredClasses extends PredictedClasses {
  labels: readonly string[];
  actual: Uint32Array;
}

export function classificationMetrics(measured: MeasuredClasses): ClassificationMetrics {
  const { labels, actual, predicted, confidence } = measured;
  const counts = labels.map(() => new Array<number>(labels.length).fill(0));
  for (const [i, own] of actual.entries()) counts[own][predicted[i]]++;
  const perLabel = labels.map((label, k) => labelMetrics(label, counts, k));
  const seen = perLabel.filter((_, k) => counts[k].some((n) => n > 0) || counts.some((row) => row[k] > 0));
  const correct = actual.map((own, i) => (own === predicted[i] ? 1 : 0));
  return {
    accuracy: rounded(ratio(sum(correct), correct.length)),
    macroF1: rounded(ratio(sum(seen.map(({ f1 }) => f1)), seen.length)),
    labels: perLabel,
    confusionMatrix: { labels: [...labels], counts },
    calibrationError: rounded(calibrationError(confidence, correct)),
    calibration: calibrationBins(confidence, correct).map(({ count, ...bin }) => ({
      confidence: rounded(bin.confidence),
      accuracy: rounded(bin.accuracy),
      count,
    })),
  };
}

function labelMetrics(label: string, counts: readonly number[][], k: number): LabelMetrics {
  const support = sum(counts[k]);
  const precision = ratio(counts[k][k], sum(counts.map((row) => row[k])));
  const recall = ratio(counts[k][k], support);
  const f1 = ratio(2 * precision * recall, precision + recall);
  return { label, precision: rounded(precision), recall: rounded(recall), f1: rounded(f1), support };
}

/** With fewer examples per bin the error would mostly be sampling noise. */
const EXAMPLES_PER_BIN = 20;
const MAX_BINS = 15;

/** Equal-mass bins, least confident first; equal-width bins would leave most of them nearly empty. */
export function calibrationBins(confidence: Float32Array, correct: Uint32Array): CalibrationBin[] {
  const order = [...confidence.keys()].sort((a, b) => confidence[a] - confidence[b]);
  if (order.length === 0) return [];
  const bins = Math.max(1, Math.min(MAX_BINS, Math.floor(order.length / EXAMPLES_PER_BIN)));
  return Array.from({ length: bins }, (_, bin) => {
    const members = order.slice((order.length * bin) / bins, (order.length * (bin + 1)) / bins);
    const count = members.length;
    return {
      confidence: sum(members.map((i) => confidence[i])) / count,
      accuracy: sum(members.map((i) => correct[i])) / count,
      count,
    };
  });
}

/** Expected calibration error: the mean difference of confidence and accuracy over the bins. */
export function calibrationError(confidence: Float32Array, correct: Uint32Array): number {
  const bins = calibrationBins(confidence, correct);
  return ratio(sum(bins.map((bin) => bin.count * Math.abs(bin.confidence - bin.accuracy))), correct.length);
}

/** The objective when settings are compared: accuracy speaks for frequent labels, macro F1 for rare ones. */
export function meanOfAccuracyAndMacroF1({ classCount, scores, classes }: ScoredExamples): number {
  const actual = new Float64Array(classCount);
  const predicted = new Float64Array(classCount);
  const correct = new Float64Array(classCount);
  classes.forEach((own, i) => {
    const guess = argmax(scores.subarray(i * classCount, (i + 1) * classCount));
    actual[own]++;
    predicted[guess]++;
    if (guess === own) correct[own]++;
  });
  const f1 = correct.map((count, k) => (2 * count) / Math.max(1, actual[k] + predicted[k]));
  const accuracy = correct.reduce((total, count) => total + count, 0) / Math.max(1, classes.length);
  const occurring = actual.filter((count) => count > 0).length;
  return (accuracy + f1.reduce((total, value) => total + value, 0) / Math.max(1, occurring)) / 2;
}

export function regressionMetrics(actual: Float64Array, predicted: Float64Array): RegressionMetrics {
  const magnitude = magnitudeOf(actual);
  const scaled = actual.map((value) => value / magnitude);
  const errors = scaled.map((value, i) => value - predicted[i] / magnitude);
  const mean = ratio(sum(scaled), scaled.length);
  const total = sum(scaled.map((value) => (value - mean) ** 2));
  const residual = sum(errors.map((error) => error ** 2));
  const mae = ratio(sum(errors.map(Math.abs)), errors.length) * magnitude;
  const r2 = total === 0 ? Number(residual === 0) : rounded(1 - residual / total);
  return { r2, mae, predictions: samplePredictions(actual, predicted) };
}

/** Enough for a picture. */
const MAX_PREDICTIONS = 500;

/** Evenly over the actual numbers, smallest and largest included. */
function samplePredictions(actual: Float64Array, predicted: Float64Array): RegressionMetrics['predictions'] {
  const order = [...actual.keys()].sort((a, b) => actual[a] - actual[b]);
  const count = Math.min(MAX_PREDICTIONS, order.length);
  const step = (order.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => {
    const example = order[Math.round(i * step)];
    return { actual: actual[example], predicted: predicted[example] };
  });
}

function sum(values: ArrayLike<number> & Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/**
 * A power of two near the largest of the numbers. To divide by it is exact, and squares of the quotients can be added
 * up without becoming infinite, or nothing.
 */
export function magnitudeOf(numbers: Float64Array): number {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return largest === 0 ? 1 : 2 ** Math.floor(Math.log2(largest));
}
