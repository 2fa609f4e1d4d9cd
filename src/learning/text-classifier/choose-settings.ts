import { fitTemperature, logLoss, type ScoredExamples } from '../class-probabilities.js';
import { LogisticRegression } from '../linear/dual-coordinate-ascent.js';
import { type FeatureRows, type LinearWeights, scoreRow } from '../linear/linear-model.js';
import { meanOfAccuracyAndMacroF1 } from '../metrics.js';
import { assignFolds, type Examples } from '../stratified-split.js';
import { progressStages, progressStep, type TrainingControl } from '../training-control.js';
import { weightGrams } from './model.js';

export interface TextSettings {
  gramWeight: number;
  /** The weight of the loss against the L2 penalty. */
  cost: number;
  /** From 0 (all examples have the same weight) to 1 (all labels have the same weight). */
  balance: number;
}

export interface TextProblem extends Examples {
  rows: FeatureRows;
  classCount: number;
}

export interface CrossValidated {
  settings: TextSettings;
  /** Out-of-fold scores of the examples `use`. */
  scored: ScoredExamples;
  quality: number;
  loss: number;
}

const GRAM_WEIGHTS = [0.7, 1.4];
/** Rising, so that each fit starts from the previous one. */
const COSTS = [1.5, 4.5, 13.5, 40.5];
const UNBALANCED = 0;
const BALANCED = 0.5;
export const FOLDS = 3;
const EPOCHS = 3;
/** Smaller differences in quality are noise; the log loss then decides. */
const TIE = 0.003;
const STAGES = { unbalanced: 80, balanced: 20 };

/**
 * Grid search by cross-validation on the examples `use`: n-gram weight and cost first, then, where some labels are much more
 * frequent than others, whether balancing them helps.
 */
export function chooseSettings(problem: TextProblem, use: Uint32Array, control: TrainingControl): CrossValidated {
  const folds = foldsToChooseBy(problem, use);
  const skipBalancing = isBalanced(problem, use);
  const stage = progressStages(control, skipBalancing ? { ...STAGES, balanced: 0 } : STAGES);
  const tried = GRAM_WEIGHTS.flatMap((gramWeight, i) => {
    const path = costPath({ gramWeight, balance: UNBALANCED });
    return crossValidate(problem, { use, folds, path }, progressStep(stage.unbalanced, i, GRAM_WEIGHTS.length));
  });
  const best = bestOf(tried);
  if (skipBalancing) return best;
  const path = costPath({ ...best.settings, balance: BALANCED }).filter(({ cost }) => cost <= best.settings.cost);
  return bestOf([best, ...crossValidate(problem, { use, folds, path }, stage.balanced)]);
}

/** The fold of each of `use`. */
export function foldsToChooseBy(problem: TextProblem, use: Uint32Array): Uint32Array {
  return assignFolds(problem, use, { folds: FOLDS });
}

function costPath({ gramWeight, balance }: { gramWeight: number; balance: number }): TextSettings[] {
  return COSTS.map((cost) => ({ gramWeight, balance, cost }));
}

function isBalanced({ classes, classCount }: TextProblem, use: Uint32Array): boolean {
  const counts = countClasses(classes, classCount, use).filter((count) => count > 0);
  return Math.max(...counts) < 2 * Math.min(...counts);
}

function bestOf(tried: readonly CrossValidated[]): CrossValidated {
  const top = Math.max(...tried.map(({ quality }) => quality));
  const tied = tried.filter(({ quality }) => quality >= top - TIE);
  return tied.reduce((best, next) => (next.loss < best.loss ? next : best));
}

interface Trial {
  use: Uint32Array;
  /** The fold of each of `use`. */
  folds: Uint32Array;
  /** Settings that differ only in their cost, which rises. */
  path: readonly TextSettings[];
}

function crossValidate(problem: TextProblem, trial: Trial, control: TrainingControl): CrossValidated[] {
  const { use, folds, path } = trial;
  const { classCount } = problem;
  const rows = weightGrams(problem.rows, path[0].gramWeight);
  const scores = path.map(() => new Float32Array(use.length * classCount));
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = use.filter((_, i) => folds[i] !== fold);
    const classWeights = classWeightsFor(problem, seen, path[0].balance);
    const regression = new LogisticRegression({ ...problem, rows, use: seen, classWeights });
    path.forEach(({ cost }, step) => {
      const progress = progressStep(control, fold * path.length + step, FOLDS * path.length);
      regression.run({ cost, epochs: EPOCHS }, progress);
      scoreInto(scores[step], regression.model, { rows, use, include: (i) => folds[i] === fold });
    });
  }
  const classes = Uint32Array.from(use, (row) => problem.classes[row]);
  return path.map((settings, step) => assess(settings, { classCount, classes, scores: scores[step] }));
}

function assess(settings: TextSettings, scored: ScoredExamples): CrossValidated {
  return { settings, scored, quality: meanOfAccuracyAndMacroF1(scored), loss: logLoss(scored, fitTemperature(scored)) };
}

interface RowsToScore {
  rows: FeatureRows;
  use: Uint32Array;
  /** Skips the positions in `use` for which it returns false. */
  include?: (position: number) => boolean;
}

/** Writes the scores of the rows `use` into `target`, in their order. */
export function scoreInto(target: Float32Array, model: LinearWeights, { rows, use, include }: RowsToScore): void {
  const row = new Float64Array(model.outputs);
  for (let i = 0; i < use.length; i++) {
    if (include !== undefined && !include(i)) continue;
    scoreRow(model, rows, use[i], row);
    target.set(row, i * model.outputs);
  }
}

/** Inverse class frequency to the power `balance`, scaled so that the mean weight of the examples is 1. */
export function classWeightsFor(problem: TextProblem, use: Uint32Array, balance: number): Float32Array {
  const counts = countClasses(problem.classes, problem.classCount, use);
  const raw = counts.map((count) => (count === 0 ? 0 : (use.length / count) ** balance));
  const mean = raw.reduce((sum, weight, k) => sum + weight * counts[k], 0) / use.length;
  return Float32Array.from(raw, (weight) => weight / mean);
}

function countClasses(classes: Uint32Array, classCount: number, use: Uint32Array): number[] {
  const counts = new Array<number>(classCount).fill(0);
  for (const row of use) counts[classes[row]]++;
  return counts;
}
