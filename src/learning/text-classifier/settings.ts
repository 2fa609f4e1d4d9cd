import { agreement } from '../agreement.js';
import { partOf, type TrainingControl } from '../control.js';
import type { FeatureRows } from '../linear/feature-rows.js';
import { SoftmaxFit } from '../linear/fit-softmax.js';
import { type LinearWeights, scoreRow } from '../linear/linear-weights.js';
import { assignFolds, type Examples } from '../split.js';
import { fitTemperature, logLoss, type ScoredExamples } from '../temperature.js';
import { weightGrams } from './text-rows.js';

export interface TextSettings {
  gramWeight: number;
  /** How much an error counts against simplicity. */
  cost: number;
  /** From 0, all examples count the same, to 1, all labels do. */
  balance: number;
}

export interface TextProblem extends Examples {
  rows: FeatureRows;
  classCount: number;
}

export interface CrossValidated {
  settings: TextSettings;
  /** Scores of the examples `use` by models that were not shown them. */
  scored: ScoredExamples;
  quality: number;
  loss: number;
}

const GRAM_WEIGHTS = [0.7, 1.4];
/** Rising, so that each fit starts from the one before. */
const COSTS = [0.5, 1.5, 4.5, 13.5];
const BALANCES = [0, 0.5];
const FOLDS = 3;
const EPOCHS = 3;
/** Differences of quality below this are chance; the loss then decides. */
const TIE = 0.003;

/** Tries settings on the examples `use`, each on folds it was not fitted to, and answers with the best. */
export function chooseSettings(problem: TextProblem, use: Uint32Array, control: TrainingControl): CrossValidated {
  const folds = assignFolds(problem, use, { folds: FOLDS });
  const balanced = isBalanced(problem, use);
  const end = balanced ? 1 : 0.8;
  const tried = GRAM_WEIGHTS.flatMap((gramWeight, i) => {
    const part = partOf(control, (i * end) / GRAM_WEIGHTS.length, ((i + 1) * end) / GRAM_WEIGHTS.length);
    return crossValidate(problem, { use, folds, path: pathOf({ gramWeight, balance: BALANCES[0] }) }, part);
  });
  const best = betterOf(tried);
  if (balanced) return best;
  const path = pathOf({ ...best.settings, balance: BALANCES[1] }).filter(({ cost }) => cost <= best.settings.cost);
  return betterOf([best, ...crossValidate(problem, { use, folds, path }, partOf(control, end, 1))]);
}

function pathOf({ gramWeight, balance }: { gramWeight: number; balance: number }): TextSettings[] {
  return COSTS.map((cost) => ({ gramWeight, balance, cost }));
}

function isBalanced({ classes, classCount }: TextProblem, use: Uint32Array): boolean {
  const counts = countClasses(classes, classCount, use).filter((count) => count > 0);
  return Math.max(...counts) < 2 * Math.min(...counts);
}

function betterOf(tried: readonly CrossValidated[]): CrossValidated {
  const top = Math.max(...tried.map(({ quality }) => quality));
  const tied = tried.filter(({ quality }) => quality >= top - TIE);
  return tied.reduce((best, next) => (next.loss < best.loss ? next : best));
}

interface Trial {
  use: Uint32Array;
  /** The fold of each of `use`. */
  folds: Uint32Array;
  /** Settings that differ in cost alone, rising. */
  path: readonly TextSettings[];
}

function crossValidate(problem: TextProblem, trial: Trial, control: TrainingControl): CrossValidated[] {
  const { use, folds, path } = trial;
  const { classCount } = problem;
  const rows = weightGrams(problem.rows, path[0].gramWeight);
  const scores = path.map(() => new Float32Array(use.length * classCount));
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = use.filter((_, i) => folds[i] !== fold);
    const fit = new SoftmaxFit({
      ...problem,
      rows,
      use: seen,
      classWeights: weightsFor(problem, seen, path[0].balance),
    });
    path.forEach(({ cost }, step) => {
      const done = fold * path.length + step;
      const total = FOLDS * path.length;
      fit.run({ cost, epochs: EPOCHS }, partOf(control, done / total, (done + 1) / total));
      scoreInto(scores[step], fit.model, { rows, use, include: (i) => folds[i] === fold });
    });
  }
  const classes = Uint32Array.from(use, (row) => problem.classes[row]);
  return path.map((settings, step) => assess(settings, { classCount, classes, scores: scores[step] }));
}

function assess(settings: TextSettings, scored: ScoredExamples): CrossValidated {
  return { settings, scored, quality: agreement(scored), loss: logLoss(scored, fitTemperature(scored)) };
}

interface RowsToScore {
  rows: FeatureRows;
  use: Uint32Array;
  include?: (place: number) => boolean;
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

/** Rare labels count more by the power `balance`; the mean over the examples is 1. */
export function weightsFor(problem: TextProblem, use: Uint32Array, balance: number): Float32Array {
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
