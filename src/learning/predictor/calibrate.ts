import { type Calibration, countSeen, fitTemperature, logLoss } from '../class-probabilities.js';
import type { Intervals, Predictor } from './model.js';
import {
  type Label,
  lossOf,
  type NumberTarget,
  type RowScores,
  scoredExamples,
  type Target,
  unstandardisedNumber,
} from './prediction-problem.js';

/** Calibrates the output of a model with its out-of-fold scores: temperature for labels, intervals for numbers. */
export function calibrate(target: Target, outOfFold: RowScores, labels: readonly Label[]): Predictor['output'] {
  if (target.kind === 'labels') {
    const temperature = fitTemperature(scoredExamples(target, outOfFold));
    const seen = countSeen(target, outOfFold.rows, target.labels.length);
    return { kind: 'labels', labels: target.labels, temperature, seen };
  }
  const { mean, deviation } = target;
  const { predicted, actual } = unstandardised(target, outOfFold);
  return {
    kind: 'number',
    mean,
    deviation,
    decimals: decimalsOf(labels),
    intervals: learnIntervals(predicted, actual),
  };
}

export function calibrationOf(output: Predictor['output']): Calibration {
  return output.kind === 'labels' ? output : { temperature: 1 };
}

/** With the temperature that answers are given with: one fitted to these rows would hide that the model is too certain of them. */
export function lossAsServed(target: Target, scores: RowScores, output: Predictor['output']): number {
  if (target.kind === 'number') return lossOf(target, scores);
  return logLoss(scoredExamples(target, scores), calibrationOf(output).temperature);
}

/** Predicted and actual numbers in the unit of the examples. */
export function unstandardised(target: NumberTarget, { rows, scores }: RowScores) {
  return {
    predicted: Float64Array.from(scores, (score) => unstandardisedNumber(score, target)),
    actual: Float64Array.from(rows, (row) => unstandardisedNumber(target.values[row], target)),
  };
}

const MAX_DECIMALS = 6;

function decimalsOf(labels: readonly Label[]): number {
  const decimals = (label: Label) => /\.(\d*?)0*$/.exec(String(label))?.[1].length ?? 0;
  return Math.min(
    MAX_DECIMALS,
    labels.reduce<number>((most, label) => Math.max(most, decimals(label)), 0),
  );
}

/** The fraction of the actual numbers that lie in the interval. */
export const COVERAGE = 0.9;
const MAX_RANGES = 10;
/** With fewer errors per range its extreme quantiles would be noise. */
const ERRORS_PER_RANGE = 40;

/**
 * Conformal prediction intervals: the quantiles of the errors, separately for ranges of the prediction (Mondrian). The
 * predictions must be out-of-fold; errors on the training data would make the intervals far too narrow.
 */
export function learnIntervals(predicted: Float64Array, actual: Float64Array): Intervals {
  const order = [...predicted.keys()].sort((a, b) => predicted[a] - predicted[b]);
  const ranges = Math.max(1, Math.min(MAX_RANGES, Math.floor(order.length / ERRORS_PER_RANGE)));
  const intervals: Intervals = { upTo: [], below: [], above: [] };
  for (let range = 0; range < ranges; range++) {
    const members = order.slice((order.length * range) / ranges, (order.length * (range + 1)) / ranges);
    const errors = members.map((i) => actual[i] - predicted[i]).sort((a, b) => a - b);
    intervals.upTo.push(predicted[members.at(-1)!]);
    intervals.below.push(quantile(errors, (1 - COVERAGE) / 2));
    intervals.above.push(quantile(errors, (1 + COVERAGE) / 2));
  }
  return intervals;
}

/** Rounds the rank outwards, which keeps the coverage with few errors. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = share < 0.5 ? Math.floor(share * (sorted.length + 1)) - 1 : Math.ceil(share * (sorted.length + 1)) - 1;
  return sorted[Math.max(0, Math.min(sorted.length - 1, rank))];
}

export function intervalAround(prediction: number, { upTo, below, above }: Intervals): { low: number; high: number } {
  let range = 0;
  while (range < upTo.length - 1 && prediction > upTo[range]) range++;
  return { low: prediction + Math.min(0, below[range]), high: prediction + Math.max(0, above[range]) };
}
