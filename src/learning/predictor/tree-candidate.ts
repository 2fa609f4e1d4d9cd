import { progressStep, type TrainingControl } from '../training-control.js';
import { type Boosted, type BoostSettings, bestRound, boost } from '../trees/gradient-boosting.js';
import { type Loss, logisticLoss, softmaxLoss, squaredLoss } from '../trees/loss.js';
import { averageEnsembles, firstRounds, scoreRows, type TreeEnsemble } from '../trees/tree-ensemble.js';
import {
  type Fold,
  joinFolds,
  lossOf,
  type PredictionProblem,
  type RowScores,
  type Target,
  widthOf,
} from './prediction-problem.js';

export interface TreeCandidate {
  outOfFold: RowScores;
  settings: BoostSettings;
}

const MAX_ROUNDS = 400;
const MIN_ROUNDS = 10;
const PATIENCE = 25;
/** Values added to histograms in one fit; one core does a few hundred million a second. */
const MAX_WORK = 6_000_000_000;
/** Boosting keeps a gradient and a hessian for each row and output. */
const MAX_DERIVATIVES = 16_000_000;
/** Nodes of all trees of a model: 46 bytes each, and a prediction visits a part of them. */
const MAX_NODES = 1_000_000;
const FEW_ROWS = 1_000;
const MANY_ROWS = 20_000;
/** Few rows are easily overfitted: each tree takes a smaller step and sees less of them. */
const SETTINGS_FOR_FEW_ROWS = { learningRate: 0.06, rowFraction: 0.6, columnFraction: 0.5 };
const SETTINGS_FOR_MANY_ROWS = { learningRate: 0.08, rowFraction: 0.8, columnFraction: 0.8 };
const MAX_LEAVES_TRIED = [6, 24];
/** Trees of few rows depend much on the random samples they were grown from; averaging several fits reduces that. */
const MAX_BAGS = 5;
const BAGGED_ROWS = 50_000;

/** Chooses the size of the trees by cross-validation. Null if there are too many rows and labels for the memory. */
export function tryTrees(
  problem: PredictionProblem,
  folds: readonly Fold[],
  control: TrainingControl,
): TreeCandidate | null {
  const { table, target } = problem;
  if (table.columns.length === 0 || table.count * widthOf(target) > MAX_DERIVATIVES) return null;
  const tried = MAX_LEAVES_TRIED.map((maxLeaves, i) => {
    const progress = progressStep(control, i, MAX_LEAVES_TRIED.length);
    return crossValidate(problem, { folds, settings: settingsFor(problem, maxLeaves) }, progress);
  });
  return tried.reduce((best, next) => (next.loss < best.loss ? next : best));
}

function settingsFor({ table, target }: PredictionProblem, maxLeaves: number): BoostSettings {
  const outputs = widthOf(target);
  const roundsInTime = Math.floor(MAX_WORK / (table.count * table.columns.length * outputs * 3));
  const roundsInMemory = Math.floor(MAX_NODES / (2 * maxLeaves * outputs * MAX_BAGS));
  return {
    maxLeaves,
    rounds: Math.max(MIN_ROUNDS, Math.min(MAX_ROUNDS, roundsInTime, roundsInMemory)),
    minRowsPerLeaf: table.count < FEW_ROWS ? 5 : 20,
    ...(table.count < MANY_ROWS ? SETTINGS_FOR_FEW_ROWS : SETTINGS_FOR_MANY_ROWS),
    l2: table.count < MANY_ROWS ? maxLeaves / 8 : 1,
  };
}

interface Trial {
  folds: readonly Fold[];
  settings: BoostSettings;
}

/** Boosts every fold with early stopping on its validation rows, then takes the number of rounds that is best for all. */
function crossValidate(
  problem: PredictionProblem,
  { folds, settings }: Trial,
  control: TrainingControl,
): TreeCandidate & { loss: number } {
  const { table, target } = problem;
  const loss = lossFor(target);
  const boosted = folds.map(({ training, validation }, i) => {
    const stopping = { rows: validation, patience: PATIENCE };
    return boost({ table, loss, use: training, settings }, progressStep(control, i, folds.length), stopping);
  });
  const rounds = bestCommonRounds(boosted);
  const scores = boosted.map(({ ensemble }, i) =>
    scoreTable(problem, firstRounds(ensemble, rounds), folds[i].validation),
  );
  const outOfFold = joinFolds(folds, scores, widthOf(target));
  return { outOfFold, settings: { ...settings, rounds }, loss: lossOf(target, outOfFold) };
}

/** A fold that stopped early counts with its last loss in later rounds. */
function bestCommonRounds(boosted: readonly Boosted[]): number {
  const longest = Math.max(...boosted.map(({ losses }) => losses.length));
  const sums = Array.from({ length: longest }, (_, round) =>
    boosted.reduce((sum, { losses }) => sum + losses[Math.min(round, losses.length - 1)], 0),
  );
  return bestRound(sums) + 1;
}

function lossFor(target: Target): Loss {
  if (target.kind === 'number') return squaredLoss(target.values);
  const { classes, labels } = target;
  return labels.length === 2 ? logisticLoss(classes) : softmaxLoss(classes, labels.length);
}

export function fitTrees(
  { table, target }: PredictionProblem,
  { use, settings, maxBags = MAX_BAGS }: { use: Uint32Array; settings: BoostSettings; maxBags?: number },
  control: TrainingControl,
): TreeEnsemble {
  const bags = Math.max(1, Math.min(maxBags, Math.floor(BAGGED_ROWS / use.length)));
  const ensembles = Array.from({ length: bags }, (_, bag) => {
    const task = { table, loss: lossFor(target), use, settings, seed: bag + 1 };
    return boost(task, progressStep(control, bag, bags)).ensemble;
  });
  return averageEnsembles(ensembles);
}

/** Scores as wide as the target: for two labels the trees have one output, and the score of the first label is 0. */
export function scoreTable(
  { table, target }: PredictionProblem,
  ensemble: TreeEnsemble,
  use: Uint32Array,
): Float32Array {
  const scores = scoreRows(ensemble, table, use);
  if (widthOf(target) === ensemble.outputs) return Float32Array.from(scores);
  return Float32Array.from({ length: use.length * 2 }, (_, i) => (i % 2 === 0 ? 0 : scores[i >> 1]));
}
