import { softmax } from '../linear/softmax.js';
import type { Slopes } from './histogram.js';

/** What boosting lowers. Scores lie row by row: `scores[row * outputs + output]`. */
export interface Loss {
  outputs: number;
  /** The best constant scores for the rows `use`. */
  base(use: Uint32Array): Float64Array;
  /** Writes the slopes of every output at the present scores. */
  slopes(scores: Float64Array, targets: readonly Slopes[]): void;
  /** The mean loss over the rows `use`. */
  mean(scores: Float64Array, use: Uint32Array): number;
}

const LEAST = 1e-15;
const LEAST_CURVATURE = 1e-6;

/** Two classes need one score: the logarithm of the odds of class 1. */
export function twoClassLoss(classes: Uint32Array): Loss {
  const probability = (score: number) => 1 / (1 + Math.exp(-score));
  return {
    outputs: 1,
    base(use) {
      const ones = use.reduce((sum, row) => sum + classes[row], 0);
      return Float64Array.of(Math.log((ones + 0.5) / (use.length - ones + 0.5)));
    },
    slopes(scores, [{ gradient, curvature }]) {
      for (let row = 0; row < classes.length; row++) {
        const p = probability(scores[row]);
        gradient[row] = p - classes[row];
        curvature[row] = Math.max(LEAST_CURVATURE, p * (1 - p));
      }
    },
    mean(scores, use) {
      let loss = 0;
      for (const row of use) {
        const p = probability(scores[row]);
        loss -= Math.log(Math.max(LEAST, classes[row] === 1 ? p : 1 - p));
      }
      return loss / use.length;
    },
  };
}

/** More classes have a score each, and their probabilities are the softmax of the scores. */
export function manyClassLoss(classes: Uint32Array, outputs: number): Loss {
  const row64 = new Float64Array(outputs);
  const probabilities = (scores: Float64Array, row: number) => {
    row64.set(scores.subarray(row * outputs, (row + 1) * outputs));
    return softmax(row64);
  };
  return {
    outputs,
    base(use) {
      const counts = new Float64Array(outputs).fill(0.5);
      for (const row of use) counts[classes[row]]++;
      return counts.map((count) => Math.log(count / use.length));
    },
    slopes(scores, targets) {
      for (let row = 0; row < classes.length; row++) {
        probabilities(scores, row).forEach((p, output) => {
          targets[output].gradient[row] = p - Number(classes[row] === output);
          targets[output].curvature[row] = Math.max(LEAST_CURVATURE, 2 * p * (1 - p));
        });
      }
    },
    mean(scores, use) {
      let loss = 0;
      for (const row of use) loss -= Math.log(Math.max(LEAST, probabilities(scores, row)[classes[row]]));
      return loss / use.length;
    },
  };
}

export function squaredLoss(targets: Float64Array): Loss {
  return {
    outputs: 1,
    base: (use) => Float64Array.of(use.reduce((sum, row) => sum + targets[row], 0) / use.length),
    slopes(scores, [{ gradient, curvature }]) {
      for (let row = 0; row < targets.length; row++) gradient[row] = scores[row] - targets[row];
      curvature.fill(1);
    },
    mean: (scores, use) => use.reduce((sum, row) => sum + (scores[row] - targets[row]) ** 2, 0) / use.length,
  };
}
