import { type TrainingControl, throwIfCanceled } from '../control.js';
import { seededRandom, shuffle } from '../random.js';
import { type FeatureRows, squaredLength } from './feature-rows.js';
import { addRow, emptyWeights, type LinearWeights, scoreRow } from './linear-weights.js';

export interface RidgeProblem {
  rows: FeatureRows;
  /** The number to predict for each row; best around 0 and not far from 1. */
  targets: Float64Array;
  /** The rows to learn from. */
  use: Uint32Array;
  cost: number;
  epochs: number;
}

const ROWS_BETWEEN_CHECKS = 256;

/** Least squares with an L2 penalty by dual coordinate ascent; each step has a closed form. */
export function fitRidge({ rows, targets, use, cost, epochs }: RidgeProblem, control: TrainingControl): LinearWeights {
  const model = emptyWeights(rows, 1);
  const duals = new Float64Array(use.length);
  const lengths = Float64Array.from(use, (row) => squaredLength(rows, row) + 1);
  const order = Uint32Array.from(use, (_, i) => i);
  const random = seededRandom(7);
  const score = new Float64Array(1);
  const change = { count: 1, outputs: new Uint32Array(1), amounts: new Float64Array(1) };
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random).forEach((place, i) => {
      if (i % ROWS_BETWEEN_CHECKS === 0) throwIfCanceled(control);
      scoreRow(model, rows, use[place], score);
      const step = (targets[use[place]] - score[0] - duals[place]) / (1 + cost * lengths[place]);
      duals[place] += step;
      change.amounts[0] = cost * step;
      addRow(model, rows, use[place], change);
    });
    control.onProgress((epoch + 1) / epochs);
  }
  return model;
}
