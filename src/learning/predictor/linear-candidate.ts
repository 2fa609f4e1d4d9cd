import { fitRidge, LogisticRegression } from '../linear/dual-coordinate-ascent.js';
import { type LinearWeights, scoreRow } from '../linear/linear-model.js';
import { progressStep, type TrainingControl } from '../training-control.js';
import { type Fold, joinFolds, lossOf, type PredictionProblem, type RowScores, widthOf } from './prediction-problem.js';

export interface LinearCandidate {
  outOfFold: RowScores;
  cost: number;
}

/** Weights of the loss against the L2 penalty. */
const COSTS = [0.003, 0.03, 0.3];
const EPOCHS = 8;

/** Logistic regression for labels, ridge regression for numbers, with the cost of the lowest cross-validated loss. */
export function tryLinear(
  problem: PredictionProblem,
  folds: readonly Fold[],
  control: TrainingControl,
): LinearCandidate {
  const tried = COSTS.map((cost, i) => {
    const ofCost = progressStep(control, i, COSTS.length);
    const scores = folds.map(({ training, validation }, fold) => {
      const model = fitLinear(problem, { use: training, cost }, progressStep(ofCost, fold, folds.length));
      return scoreLinear(problem, model, validation);
    });
    const outOfFold = joinFolds(folds, scores, widthOf(problem.target));
    return { cost, outOfFold, loss: lossOf(problem.target, outOfFold) };
  });
  return tried.reduce((best, next) => (next.loss < best.loss ? next : best));
}

export function fitLinear(
  { linear, target }: PredictionProblem,
  { use, cost }: { use: Uint32Array; cost: number },
  control: TrainingControl,
): LinearWeights {
  if (target.kind === 'number') {
    return fitRidge({ rows: linear, targets: target.values, use, cost, epochs: EPOCHS }, control);
  }
  const classCount = target.labels.length;
  const classWeights = new Float32Array(classCount).fill(1);
  const regression = new LogisticRegression({ rows: linear, classes: target.classes, classCount, classWeights, use });
  return regression.run({ cost, epochs: EPOCHS }, control);
}

export function scoreLinear({ linear }: PredictionProblem, model: LinearWeights, use: Uint32Array): Float32Array {
  const scores = new Float32Array(use.length * model.outputs);
  const rowScores = new Float64Array(model.outputs);
  use.forEach((row, i) => {
    scoreRow(model, linear, row, rowScores);
    scores.set(rowScores, i * model.outputs);
  });
  return scores;
}
