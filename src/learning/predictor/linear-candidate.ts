import { partOf, type TrainingControl } from '../control.js';
import { fitRidge } from '../linear/fit-ridge.js';
import { SoftmaxFit } from '../linear/fit-softmax.js';
import { type LinearWeights, scoreRow } from '../linear/linear-weights.js';
import { type Fold, joinFolds, lossOf, type PredictionProblem, type UnseenScores } from './problem.js';
import { widthOf } from './target.js';

export interface LinearCandidate {
  unseen: UnseenScores;
  cost: number;
}

const COSTS = [0.003, 0.03, 0.3];
const EPOCHS = 8;

/** Logistic regression for labels, ridge regression for numbers; the cost is that of the least loss. */
export function tryLinear(
  problem: PredictionProblem,
  folds: readonly Fold[],
  control: TrainingControl,
): LinearCandidate {
  const tried = COSTS.map((cost, i) => {
    const part = partOf(control, i / COSTS.length, (i + 1) / COSTS.length);
    const scores = folds.map(({ training, scored }, f) => {
      const model = fitLinear(problem, { use: training, cost }, partOf(part, f / folds.length, (f + 1) / folds.length));
      return scoreLinear(problem, model, scored);
    });
    const unseen = joinFolds(folds, scores, widthOf(problem.target));
    return { cost, unseen, loss: lossOf(problem.target, unseen) };
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
  const fit = new SoftmaxFit({ rows: linear, classes: target.classes, classCount, classWeights, use });
  return fit.run({ cost, epochs: EPOCHS }, control);
}

export function scoreLinear({ linear }: PredictionProblem, model: LinearWeights, use: Uint32Array): Float32Array {
  const scores = new Float32Array(use.length * model.outputs);
  const row = new Float64Array(model.outputs);
  use.forEach((place, i) => {
    scoreRow(model, linear, place, row);
    scores.set(row, i * model.outputs);
  });
  return scores;
}
