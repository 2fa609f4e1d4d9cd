import { softmax } from '../class-probabilities.js';
import type { Derivatives } from './histogram.js';

/** What boosting minimises. Scores are stored row by row: `scores[row * outputs + output]`. */
export interface Loss {
  outputs: number;
  /** The constant scores with the lowest loss on the rows `use`. */
  base(use: Uint32Array): Float64Array;
  /** Writes the derivatives at the given scores, one target per output. */
  derivatives(scores: Float64Array, targets: readonly Derivatives[]): void;
  /** The mean loss over the rows `use`. */
  mean(scores: Float64Array, use: Uint32Array): number;
}

const MIN_PROBABILITY = 1e-15;
const MIN_HESSIAN = 1e-6;

/** Binary log loss. The one score is the log odds of class 1. */
export function logisticLoss(classes: Uint32Array): Loss {
  const probability = (score: number) => 1 / (1 + Math.exp(-score));
  return {
    outputs: 1,
    base(use) {
      const ones = use.reduce((sum, row) => sum + classes[row], 0);
      return Float64Array.of(Math.log((ones + 0.5) / (use.length - ones + 0.5)));
    },
    derivatives(scores, [{ gradient, hessian }]) {
      for (let row = 0; row < classes.length; row++) {
        const p = probability(scores[row]);
        gradient[row] = p - classes[row];
        hessian[row] = Math.max(MIN_HESSIAN, p * (1 - p));
      }
    },
    mean(scores, use) {
      let loss = 0;
      for (const row of use) {
        const p = probability(scores[row]);
        loss -= Math.log(Math.max(MIN_PROBABILITY, classes[row] === 1 ? p : 1 - p));
      }
      return loss / use.length;
    },
  };
}

/** Multinomial log loss: one score per class, with softmax probabilities. */
export function softmaxLoss(classes: Uint32Array, outputs: number): Loss {
  const rowScores = new Float64Array(outputs);
  const probabilities = (scores: Float64Array, row: number) => {
    rowScores.set(scores.subarray(row * outputs, (row + 1) * outputs));
    return softmax(rowScores);
  };
  return {
    outputs,
    base(use) {
      const counts = new Float64Array(outputs).fill(0.5);
      for (const row of use) counts[classes[row]]++;
      return counts.map((count) => Math.log(count / use.length));
    },
    derivatives(scores, targets) {
      for (let row = 0; row < classes.length; row++) {
        probabilities(scores, row).forEach((p, output) => {
          targets[output].gradient[row] = p - Number(classes[row] === output);
          targets[output].hessian[row] = Math.max(MIN_HESSIAN, 2 * p * (1 - p));
        });
      }
    },
    mean(scores, use) {
      let loss = 0;
      for (const row of use) loss -= Math.log(Math.max(MIN_PROBABILITY, probabilities(scores, row)[classes[row]]));
      return loss / use.length;
    },
  };
}

export function squaredLoss(targets: Float64Array): Loss {
  return {
    outputs: 1,
    base: (use) => Float64Array.of(use.reduce((sum, row) => sum + targets[row], 0) / use.length),
    derivatives(scores, [{ gradient, hessian }]) {
      for (let row = 0; row < targets.length; row++) gradient[row] = scores[row] - targets[row];
      hessian.fill(1);
    },
    mean: (scores, use) => use.reduce((sum, row) => sum + (scores[row] - targets[row]) ** 2, 0) / use.length,
  };
}
