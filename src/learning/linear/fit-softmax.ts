import { type TrainingControl, throwIfCanceled } from '../control.js';
import { seededRandom, shuffle } from '../random.js';
import { type FeatureRows, squaredLength } from './feature-rows.js';
import { addRow, emptyWeights, type LinearWeights, type OutputChanges, scoreRow } from './linear-weights.js';
import { softmax } from './softmax.js';

export interface SoftmaxProblem {
  rows: FeatureRows;
  /** The class of every row of `rows`; those not in `use` are not looked at. */
  classes: Uint32Array;
  classCount: number;
  /** How much an example of each class counts; 1 for all is no weighting. */
  classWeights: Float32Array;
  /** The rows to learn from. */
  use: Uint32Array;
}

export interface SoftmaxSettings {
  /** How much the examples count against the pull of all weights towards zero. */
  cost: number;
  epochs: number;
}

/** Probabilities stay this far from 0, where entropy has no slope. */
const LEAST = 1e-12;
/** Of many classes most don't move at a visit; leaving those alone halves the work. */
const NEGLIGIBLE = 1e-4;
const SEARCH_STEPS = 8;
const ROWS_BETWEEN_CHECKS = 64;

/**
 * Multinomial logistic regression with an L2 penalty, by stochastic dual coordinate ascent: every example keeps a
 * distribution over the classes, which starts at its label and moves towards what the model predicts, as far as the dual
 * objective rises. It needs no step size and gives the optimum of a convex problem. Memory: rows x classes.
 */
export class SoftmaxFit {
  readonly model: LinearWeights;
  /** `beliefs[position in use * classes + class]`. */
  private readonly beliefs: Float32Array;
  private readonly order: Uint32Array;
  private readonly lengths: Float32Array;
  private readonly random = seededRandom(7);
  private readonly scores: Float64Array;
  private readonly moves: OutputChanges;
  private cost = 0;

  constructor(private readonly problem: SoftmaxProblem) {
    const { rows, classes, classCount, use } = problem;
    this.model = emptyWeights(rows, classCount);
    this.beliefs = new Float32Array(use.length * classCount);
    this.order = Uint32Array.from(use, (_, i) => i);
    this.lengths = Float32Array.from(use, (row) => squaredLength(rows, row) + 1);
    this.scores = new Float64Array(classCount);
    this.moves = { count: 0, outputs: new Uint32Array(classCount), amounts: new Float64Array(classCount) };
    use.forEach((row, i) => {
      this.beliefs[i * classCount + classes[row]] = 1;
    });
  }

  /** Continues from what was fitted before, also with another cost: a series of rising costs is quickest. */
  run({ cost, epochs }: SoftmaxSettings, control: TrainingControl): LinearWeights {
    this.rescale(cost);
    for (let epoch = 0; epoch < epochs; epoch++) {
      shuffle(this.order, this.random);
      for (let i = 0; i < this.order.length; i++) {
        if (i % ROWS_BETWEEN_CHECKS === 0) throwIfCanceled(control);
        this.visit(this.order[i]);
      }
      control.onProgress((epoch + 1) / epochs);
    }
    return this.model;
  }

  /** The weights are `cost` times a sum over the examples, so another cost only stretches them. */
  private rescale(cost: number): void {
    const factor = this.cost === 0 ? 1 : cost / this.cost;
    const { weights } = this.model;
    if (factor !== 1) for (let i = 0; i < weights.length; i++) weights[i] *= factor;
    this.cost = cost;
  }

  private visit(position: number): void {
    const { rows, classes, classWeights, use } = this.problem;
    const row = use[position];
    scoreRow(this.model, rows, row, this.scores);
    softmax(this.scores);
    const weight = classWeights[classes[row]] * this.cost;
    const moves = this.move(position, weight);
    addRow(this.model, rows, row, moves);
  }

  /** Moves the beliefs about one example towards the prediction, and answers with what the weights change by. */
  private move(position: number, weight: number): OutputChanges {
    const { scores, beliefs, moves } = this;
    const base = position * scores.length;
    const step = bestStep(scores, beliefs.subarray(base, base + scores.length), weight * this.lengths[position]);
    moves.count = 0;
    for (let k = 0; k < scores.length; k++) {
      const moved = step * (scores[k] - beliefs[base + k]);
      if (Math.abs(moved) < NEGLIGIBLE) continue;
      beliefs[base + k] += moved;
      moves.outputs[moves.count] = k;
      moves.amounts[moves.count++] = -weight * moved;
    }
    return moves;
  }
}

/**
 * How far from `beliefs` towards `predicted` the dual objective rises, from 0 to 1: the root of a falling function, by
 * Newton's method inside a shrinking bracket.
 */
function bestStep(predicted: Float64Array, beliefs: Float32Array, curvature: number): number {
  let low = 0;
  let high = 1;
  let step = 1 / (1 + curvature);
  for (let i = 0; i < SEARCH_STEPS; i++) {
    let slope = 0;
    let bend = 0;
    for (let k = 0; k < predicted.length; k++) {
      const gap = predicted[k] - beliefs[k];
      const moved = Math.max(LEAST, beliefs[k] + step * gap);
      slope += gap * (Math.log(Math.max(LEAST, predicted[k]) / moved) - step * curvature * gap);
      bend += gap * gap * (1 / moved + curvature);
    }
    if (slope > 0) low = step;
    else high = step;
    if (bend < LEAST) break;
    const newton = step + slope / bend;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - step) < 1e-3 * step) return next;
    step = next;
  }
  return step;
}
