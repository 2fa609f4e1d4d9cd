import type { ClassificationMetrics, LabelMetrics, RegressionMetrics } from '../domain/model/trained-facts.js';

export interface MeasuredClasses {
  labels: readonly string[];
  actual: Uint32Array;
  predicted: Uint32Array;
  /** The probability of each predicted class. */
  confidence: Float32Array;
}

export function classificationMetrics(measured: MeasuredClasses): ClassificationMetrics {
  const { labels, actual, predicted, confidence } = measured;
  const counts = labels.map(() => new Array<number>(labels.length).fill(0));
  for (const [i, own] of actual.entries()) counts[own][predicted[i]]++;
  const perLabel = labels.map((label, k) => labelMetrics(label, counts, k));
  const seen = perLabel.filter((_, k) => counts[k].some((n) => n > 0) || counts.some((row) => row[k] > 0));
  const right = actual.map((own, i) => (own === predicted[i] ? 1 : 0));
  return {
    accuracy: rounded(ratio(sum(right), right.length)),
    macroF1: rounded(ratio(sum(seen.map(({ f1 }) => f1)), seen.length)),
    labels: perLabel,
    confusionMatrix: { labels: [...labels], counts },
    calibrationError: rounded(calibrationError(confidence, right)),
  };
}

function labelMetrics(label: string, counts: readonly number[][], k: number): LabelMetrics {
  const support = sum(counts[k]);
  const precision = ratio(counts[k][k], sum(counts.map((row) => row[k])));
  const recall = ratio(counts[k][k], support);
  const f1 = ratio(2 * precision * recall, precision + recall);
  return { label, precision: rounded(precision), recall: rounded(recall), f1: rounded(f1), support };
}

/** Fewer examples to a bin would measure chance. */
const EXAMPLES_PER_BIN = 20;
const MAX_BINS = 15;

/** Bins hold equally many examples, sorted by confidence: equally wide ones leave most of them empty or nearly so. */
export function calibrationError(confidence: Float32Array, right: Uint32Array): number {
  const order = [...confidence.keys()].sort((a, b) => confidence[a] - confidence[b]);
  const bins = Math.max(1, Math.min(MAX_BINS, Math.floor(order.length / EXAMPLES_PER_BIN)));
  let error = 0;
  for (let bin = 0; bin < bins; bin++) {
    const members = order.slice((order.length * bin) / bins, (order.length * (bin + 1)) / bins);
    error += Math.abs(sum(members.map((i) => confidence[i] - right[i])));
  }
  return ratio(error, order.length);
}

export function regressionMetrics(actual: Float64Array, predicted: Float64Array): RegressionMetrics {
  const mean = ratio(sum(actual), actual.length);
  const total = sum(actual.map((value) => (value - mean) ** 2));
  const left = sum(actual.map((value, i) => (value - predicted[i]) ** 2));
  const mae = ratio(sum(actual.map((value, i) => Math.abs(value - predicted[i]))), actual.length);
  return { r2: total === 0 ? Number(left === 0) : rounded(1 - left / total), mae };
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
