import { fitTemperature } from '../class-probabilities.js';
import { progressStages, type TrainingControl } from '../training-control.js';
import type { BoostSettings } from '../trees/gradient-boosting.js';
import { fitLinear, scoreLinear } from './linear-candidate.js';
import type { Blend, FittedModels } from './model.js';
import {
  lossOf,
  type PredictionProblem,
  type RowScores,
  scoredExamples,
  type Target,
  widthOf,
} from './prediction-problem.js';
import { fitTrees, scoreTable } from './tree-candidate.js';

export interface PredictorSettings {
  blend: Blend;
  linearCost: number;
  /** Null if trees would have been too large to try. */
  trees: BoostSettings | null;
}

const TREE_SHARES = [0, 0.25, 0.5, 0.75, 1];
const STAGES = { linear: 30, trees: 70 };

/**
 * Chooses between the linear model, the trees and mixtures of both by the loss of their out-of-fold scores. Scores of labels
 * are divided by their temperatures first, to bring both models to one scale.
 */
export function chooseBlend(target: Target, linear: RowScores, trees: RowScores | null): Blend {
  if (trees === null) return { trees: 0, linear: 1 / temperatureOf(target, linear) };
  const full = { trees: 1 / temperatureOf(target, trees), linear: 1 / temperatureOf(target, linear) };
  const tried = TREE_SHARES.map((share) => {
    const blend = { trees: full.trees * share, linear: full.linear * (1 - share) };
    return { blend, loss: lossOf(target, blendScores(blend, linear, trees)) };
  });
  return tried.reduce((best, next) => (next.loss < best.loss ? next : best)).blend;
}

function temperatureOf(target: Target, scores: RowScores): number {
  return target.kind === 'number' ? 1 : fitTemperature(scoredExamples(target, scores));
}

/** Both must be scores of the same rows in the same order. */
export function blendScores(blend: Blend, linear: RowScores, trees: RowScores | null): RowScores {
  const scores = linear.scores.map((score, i) => blend.linear * score + blend.trees * (trees?.scores[i] ?? 0));
  return { rows: linear.rows, scores };
}

export interface FitPlan {
  /** The rows to learn from. */
  use: Uint32Array;
  settings: PredictorSettings;
  maxBags?: number;
}

/** Fits the models that the blend needs. */
export function fitBoth(
  problem: PredictionProblem,
  { use, settings, maxBags }: FitPlan,
  control: TrainingControl,
): FittedModels {
  const stage = progressStages(control, STAGES);
  const { blend, linearCost, trees } = settings;
  const linear = blend.linear === 0 ? null : fitLinear(problem, { use, cost: linearCost }, stage.linear);
  const needsTrees = blend.trees !== 0 && trees !== null;
  const boosted = needsTrees ? fitTrees(problem, { use, settings: trees, maxBags }, stage.trees) : null;
  control.onProgress(1);
  return { trees: boosted, linear };
}

export function scoreBoth(
  problem: PredictionProblem,
  { trees, linear }: FittedModels,
  { use, blend }: { use: Uint32Array; blend: Blend },
): RowScores {
  const zeros = { rows: use, scores: new Float32Array(use.length * widthOf(problem.target)) };
  const ofLinear = linear === null ? zeros : { rows: use, scores: scoreLinear(problem, linear, use) };
  const ofTrees = trees === null ? zeros : { rows: use, scores: scoreTable(problem, trees, use) };
  return blendScores(blend, ofLinear, ofTrees);
}
