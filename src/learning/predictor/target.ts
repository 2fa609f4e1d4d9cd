import { distinctLabels } from '../labels.js';
import { numberOf } from './field-value.js';

export type Label = string | number | boolean;

/** What is predicted: one of some labels, or a number. */
export type Target = LabelTarget | NumberTarget;

export interface LabelTarget {
  kind: 'labels';
  labels: string[];
  classes: Uint32Array;
}

/** The numbers less their mean and divided by their deviation, so that settings fit targets of any size. */
export interface NumberTarget {
  kind: 'number';
  values: Float64Array;
  mean: number;
  deviation: number;
}

/** With fewer values numbers are taken for names of classes, as in 0 and 1. */
const LEAST_NUMBERS = 20;

/** Many different numbers are numbers; everything else is labels. */
export function readTarget(labels: readonly Label[]): Target {
  const numbers = Float64Array.from(labels, numberOf);
  if (numbers.every((number) => !Number.isNaN(number)) && new Set(numbers).size > LEAST_NUMBERS) return scaled(numbers);
  return { kind: 'labels', ...distinctLabels(labels.map(String)) };
}

function scaled(numbers: Float64Array): NumberTarget {
  const mean = numbers.reduce((sum, number) => sum + number / numbers.length, 0);
  const deviation = Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2 / numbers.length, 0));
  const divisor = Number.isFinite(deviation) && deviation > 0 ? deviation : 1;
  return { kind: 'number', mean, deviation: divisor, values: numbers.map((number) => (number - mean) / divisor) };
}

/** How many scores a prediction has. */
export function widthOf(target: Target): number {
  return target.kind === 'labels' ? target.labels.length : 1;
}
