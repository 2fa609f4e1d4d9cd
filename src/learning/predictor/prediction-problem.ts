import { fitTemperature, logLoss, type ScoredExamples } from '../class-probabilities.js';
import { distinctLabels } from '../labels.js';
import { magnitudeOf } from '../metrics.js';
import type { Examples } from '../stratified-split.js';
import type { EncodedTable } from './encode.js';
import { numberOf } from './fields.js';

export type Label = string | number | boolean;

/** What is predicted: a label (classification) or a number (regression). */
export type Target = LabelTarget | NumberTarget;

export interface LabelTarget {
  kind: 'labels';
  labels: string[];
  classes: Uint32Array;
}

export interface NumberTarget {
  kind: 'number';
  /** Standardised with `mean` and `deviation`, so that the same settings work for numbers of any magnitude. */
  values: Float64Array;
  mean: number;
  deviation: number;
}

/** Numbers with fewer distinct values are class names, such as 0 and 1. */
const MAX_NUMERIC_CLASSES = 20;

/** Regression if all labels are numbers and there are many distinct ones, otherwise classification. */
export function readTarget(labels: readonly Label[]): Target {
  const numbers = Float64Array.from(labels, numberOf);
  const areNumbers = numbers.every((number) => !Number.isNaN(number));
  if (areNumbers && new Set(numbers).size > MAX_NUMERIC_CLASSES) return standardised(numbers);
  return { kind: 'labels', ...distinctLabels(labels.map(String)) };
}

function standardised(numbers: Float64Array): NumberTarget {
  const magnitude = magnitudeOf(numbers);
  const scaled = numbers.map((number) => number / magnitude);
  const mean = scaled.reduce((sum, number) => sum + number / scaled.length, 0);
  const deviation = Math.sqrt(scaled.reduce((sum, number) => sum + (number - mean) ** 2 / scaled.length, 0));
  const divisor = deviation > 0 ? deviation : 1;
  return {
    kind: 'number',
    mean: mean * magnitude,
    deviation: divisor * magnitude,
    values: scaled.map((number) => (number - mean) / divisor),
  };
}

/** The number that a standardised one stands for: the nearest there is, next to the largest of all. */
export function unstandardisedNumber(
  score: number,
  { mean, deviation }: Pick<NumberTarget, 'mean' | 'deviation'>,
): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, score * deviation + mean));
}

/** How many scores a prediction has. */
export function widthOf(target: Target): number {
  return target.kind === 'labels' ? target.labels.length : 1;
}

/** The classes to stratify by; a single one for numbers. */
export function classesOf(target: Target, count: number): Uint32Array {
  return target.kind === 'labels' ? target.classes : new Uint32Array(count);
}

/** The target of the given rows, in their order. */
export function targetOfRows(target: Target, rows: Uint32Array): Target {
  if (target.kind === 'labels') return { ...target, classes: rows.map((row) => target.classes[row]) };
  return { ...target, values: Float64Array.from(rows, (row) => target.values[row]) };
}

/** Encoded rows with their targets. */
export interface PredictionProblem extends EncodedTable, Examples {
  target: Target;
}

/** Scores of some rows by models that were not fitted to them: `scores[position in rows * width + output]`. */
export interface RowScores {
  rows: Uint32Array;
  scores: Float32Array;
}

/** One split of a cross-validation. */
export interface Fold {
  training: Uint32Array;
  validation: Uint32Array;
}

/** Concatenates the out-of-fold scores of all folds. */
export function joinFolds(folds: readonly Fold[], scores: readonly ArrayLike<number>[], width: number): RowScores {
  const count = folds.reduce((sum, { validation }) => sum + validation.length, 0);
  const joined = { rows: new Uint32Array(count), scores: new Float32Array(count * width) };
  let at = 0;
  folds.forEach(({ validation }, i) => {
    joined.rows.set(validation, at);
    joined.scores.set(scores[i], at * width);
    at += validation.length;
  });
  return joined;
}

export function scoredExamples(target: LabelTarget, { rows, scores }: RowScores): ScoredExamples {
  return { classCount: target.labels.length, scores, classes: rows.map((row) => target.classes[row]) };
}

/** The log loss of labels after temperature scaling, the mean squared error of numbers. */
export function lossOf(target: Target, scores: RowScores): number {
  if (target.kind === 'number') {
    const { rows } = scores;
    return rows.reduce((sum, row, i) => sum + (scores.scores[i] - target.values[row]) ** 2, 0) / rows.length;
  }
  const scored = scoredExamples(target, scores);
  return logLoss(scored, fitTemperature(scored));
}
