import { partOf, type TrainingControl } from '../control.js';
import type { BoostSettings } from '../trees/boost.js';
import { type Blend, mix } from './blend.js';
import { fitLinear, scoreLinear } from './linear-candidate.js';
import type { Predictor } from './model.js';
import type { PredictionProblem, UnseenScores } from './problem.js';
import { widthOf } from './target.js';
import { fitTrees, scoreTable } from './tree-candidate.js';

export interface PredictorSettings {
  blend: Blend;
  linearCost: number;
  /** Null where trees would have been too large to try. */
  trees: BoostSettings | null;
}

export type FittedModels = Pick<Predictor, 'trees' | 'linear'>;

export function fitBoth(
  problem: PredictionProblem,
  { use, settings, mostBags }: { use: Uint32Array; settings: PredictorSettings; mostBags?: number },
  control: TrainingControl,
): FittedModels {
  const { blend, linearCost, trees } = settings;
  const linear = blend.linear === 0 ? null : fitLinear(problem, { use, cost: linearCost }, partOf(control, 0, 0.3));
  const boosted =
    blend.trees === 0 || trees === null
      ? null
      : fitTrees(problem, { use, settings: trees, mostBags }, partOf(control, 0.3, 1));
  control.onProgress(1);
  return { trees: boosted, linear };
}

export function scoreBoth(
  problem: PredictionProblem,
  { trees, linear }: FittedModels,
  { use, blend }: { use: Uint32Array; blend: Blend },
): UnseenScores {
  const none = { rows: use, scores: new Float32Array(use.length * widthOf(problem.target)) };
  const byLine = linear === null ? none : { rows: use, scores: scoreLinear(problem, linear, use) };
  return mix(blend, byLine, trees === null ? none : { rows: use, scores: scoreTable(problem, trees, use) });
}
