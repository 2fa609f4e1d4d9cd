import { softmax } from '../class-probabilities.js';
import { seededRandom, shuffle } from '../random.js';
import { type TrainingControl, throwIfCanceled } from '../training-control.js';
import {
  addRow,
  type FeatureRows,
  type LinearWeights,
  type OutputChanges,
  scoreRow,
  squaredNorm,
  zeroWeights,
} from './linear-model.js';

// L2-regularised linear models, fitted by stochastic dual coordinate ascent (SDCA): one dual variable (for classes, one per
// class) belongs to each example, and visiting the example moves it to the optimum given all others. There is no step
// size to tune, and the problem is convex, so the result is its optimum.

export interface LogisticRegressionProblem {
  rows: FeatureRows;
  /** The class of every row of `rows`; rows outside `use` are ignored. */
  classes: Uint32Array;
  classCount: number;
  /** The loss weight of the examples of each class; all 1 for no weighting. */
  classWeights: Float32Array;
  /** The rows to learn from. */
  use: Uint32Array;
}

export interface LogisticRegressionSettings {
  /** The weight of the loss against the L2 penalty, like C of a support vector machine. */
  cost: number;
  epochs: number;
}

/** Probabilities stay this far from 0, where the derivative of the entropy is infinite. */
const MIN_PROBABILITY = 1e-12;
/** Most of many classes hardly move when an example is visited; skipping those halves the work. */
const NEGLIGIBLE_MOVE = 1e-4;
const LINE_SEARCH_STEPS = 8;
const ROWS_BETWEEN_CANCEL_CHECKS = 64;

/**
 * Multinomial logistic regression. The dual variables of an example form a distribution over the classes that starts at
 * its label; each visit moves it towards the model's prediction, as far as the dual objective rises. Memory: rows x classes.
 */
export class LogisticRegression {
  readonly model: LinearWeights;
  readonly #problem: LogisticRegressionProblem;
  /** `duals[position in use * classes + class]`. */
  readonly #duals: Float32Array;
  readonly #order: Uint32Array;
  /** The squared norm of each row, the constant 1 of the intercept included. */
  readonly #norms: Float32Array;
  readonly #random = seededRandom(7);
  readonly #scores: Float64Array;
  readonly #changes: OutputChanges;
  #cost = 0;

  constructor(problem: LogisticRegressionProblem) {
    const { rows, classes, classCount, use } = problem;
    this.#problem = problem;
    this.model = zeroWeights(rows, classCount);
    this.#duals = new Float32Array(use.length * classCount);
    this.#order = Uint32Array.from(use, (_, i) => i);
    this.#norms = Float32Array.from(use, (row) => squaredNorm(rows, row) + 1);
    this.#scores = new Float64Array(classCount);
    this.#changes = { count: 0, outputs: new Uint32Array(classCount), amounts: new Float64Array(classCount) };
    use.forEach((row, i) => {
      this.#duals[i * classCount + classes[row]] = 1;
    });
  }

  /** Continues from the previous run (warm start), even with another cost: a path of rising costs converges fastest. */
  run({ cost, epochs }: LogisticRegressionSettings, control: TrainingControl): LinearWeights {
    this.#rescale(cost);
    for (let epoch = 0; epoch < epochs; epoch++) {
      shuffle(this.#order, this.#random);
      for (let i = 0; i < this.#order.length; i++) {
        if (i % ROWS_BETWEEN_CANCEL_CHECKS === 0) throwIfCanceled(control);
        this.#visit(this.#order[i]);
      }
      control.onProgress((epoch + 1) / epochs);
    }
    return this.model;
  }

  /** The weights are `cost` times a sum over the dual variables, so a new cost scales them. */
  #rescale(cost: number): void {
    const factor = this.#cost === 0 ? 1 : cost / this.#cost;
    const { weights } = this.model;
    if (factor !== 1) for (let i = 0; i < weights.length; i++) weights[i] *= factor;
    this.#cost = cost;
  }

  #visit(position: number): void {
    const { rows, classes, classWeights, use } = this.#problem;
    const row = use[position];
    scoreRow(this.model, rows, row, this.#scores);
    softmax(this.#scores);
    const weight = classWeights[classes[row]] * this.#cost;
    addRow(this.model, rows, row, this.#moveDuals(position, weight));
  }

  /** Moves the dual variables of one example towards its predicted probabilities; returns the change of each output. */
  #moveDuals(position: number, weight: number): OutputChanges {
    const predicted = this.#scores;
    const duals = this.#duals;
    const changes = this.#changes;
    const base = position * predicted.length;
    const own = duals.subarray(base, base + predicted.length);
    const step = bestStep(predicted, own, weight * this.#norms[position]);
    changes.count = 0;
    for (let k = 0; k < predicted.length; k++) {
      const moved = step * (predicted[k] - duals[base + k]);
      if (Math.abs(moved) < NEGLIGIBLE_MOVE) continue;
      duals[base + k] += moved;
      changes.outputs[changes.count] = k;
      changes.amounts[changes.count++] = -weight * moved;
    }
    return changes;
  }
}

/**
 * The step from `duals` towards `predicted`, between 0 and 1, that maximises the dual objective: the root of its decreasing
 * derivative, by Newton's method safeguarded with bisection. `curvature` is that of the penalty term.
 */
function bestStep(predicted: Float64Array, duals: Float32Array, curvature: number): number {
  let low = 0;
  let high = 1;
  let step = 1 / (1 + curvature);
  for (let i = 0; i < LINE_SEARCH_STEPS; i++) {
    let derivative = 0;
    let negativeSecond = 0;
    for (let k = 0; k < predicted.length; k++) {
      const gap = predicted[k] - duals[k];
      const moved = Math.max(MIN_PROBABILITY, duals[k] + step * gap);
      derivative += gap * (Math.log(Math.max(MIN_PROBABILITY, predicted[k]) / moved) - step * curvature * gap);
      negativeSecond += gap * gap * (1 / moved + curvature);
    }
    if (derivative > 0) low = step;
    else high = step;
    if (negativeSecond < MIN_PROBABILITY) break;
    const newton = step + derivative / negativeSecond;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - step) < 1e-3 * step) return next;
    step = next;
  }
  return step;
}

export interface RidgeProblem {
  rows: FeatureRows;
  /** The number to predict for each row, standardised. */
  targets: Float64Array;
  /** The rows to learn from. */
  use: Uint32Array;
  /** The weight of the squared error against the L2 penalty. */
  cost: number;
  epochs: number;
}

const RIDGE_ROWS_BETWEEN_CANCEL_CHECKS = 256;

/** Ridge regression. Each coordinate step has a closed form. */
export function fitRidge({ rows, targets, use, cost, epochs }: RidgeProblem, control: TrainingControl): LinearWeights {
  const model = zeroWeights(rows, 1);
  const duals = new Float64Array(use.length);
  const norms = Float64Array.from(use, (row) => squaredNorm(rows, row) + 1);
  const order = Uint32Array.from(use, (_, i) => i);
  const random = seededRandom(7);
  const score = new Float64Array(1);
  const change = { count: 1, outputs: new Uint32Array(1), amounts: new Float64Array(1) };
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random).forEach((position, i) => {
      if (i % RIDGE_ROWS_BETWEEN_CANCEL_CHECKS === 0) throwIfCanceled(control);
      scoreRow(model, rows, use[position], score);
      const step = (targets[use[position]] - score[0] - duals[position]) / (1 + cost * norms[position]);
      duals[position] += step;
      change.amounts[0] = cost * step;
      addRow(model, rows, use[position], change);
    });
    control.onProgress((epoch + 1) / epochs);
  }
  return model;
}
