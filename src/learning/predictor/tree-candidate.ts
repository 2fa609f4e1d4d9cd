import { partOf, type TrainingControl } from '../control.js';
import {
  type Boosted,
  type BoostSettings,
  bestRound,
  boost,
  firstRounds,
  meanEnsemble,
  scoreRows,
} from '../trees/boost.js';
import { type Loss, manyClassLoss, squaredLoss, twoClassLoss } from '../trees/loss.js';
import type { TreeEnsemble } from '../trees/tree-ensemble.js';
import { type Fold, joinFolds, lossOf, type PredictionProblem, type UnseenScores } from './problem.js';
import { type Target, widthOf } from './target.js';

export interface TreeCandidate {
  unseen: UnseenScores;
  settings: BoostSettings;
}

const MOST_ROUNDS = 400;
const LEAST_ROUNDS = 10;
const PATIENCE = 25;
/** Values added to histograms in one fit; one core does some hundred million a second. */
const WORK = 6_000_000_000;
/** Slopes are kept for each row and label. */
const MAX_SLOPES = 16_000_000;
/** Of all trees together: 46 bytes each, and a prediction walks through a part of them. */
const MAX_NODES = 1_000_000;
const FEW_ROWS = 1_000;
const MANY_ROWS = 20_000;
/** What few rows say is mostly chance: each tree takes a smaller step from less of it. */
const CAUTIOUS = { learningRate: 0.06, rowShare: 0.6, columnShare: 0.5 };
const BOLD = { learningRate: 0.08, rowShare: 0.8, columnShare: 0.8 };
const LEAVES = [6, 24];
/** Trees of few rows depend on which of them chance gave to each; the mean of several fits depends less on it. */
const MOST_BAGS = 5;
const BAGGED_ROWS = 50_000;

/** Null where there are so many labels and rows that trees would take too much memory. */
export function tryTrees(
  problem: PredictionProblem,
  folds: readonly Fold[],
  control: TrainingControl,
): TreeCandidate | null {
  const { table, target } = problem;
  if (table.columns.length === 0 || table.count * widthOf(target) > MAX_SLOPES) return null;
  const tried = LEAVES.map((maxLeaves, i) => {
    const part = partOf(control, i / LEAVES.length, (i + 1) / LEAVES.length);
    return crossValidate(problem, { folds, settings: settingsFor(problem, maxLeaves) }, part);
  });
  return tried.reduce((best, next) => (next.loss < best.loss ? next : best));
}

function settingsFor({ table, target }: PredictionProblem, maxLeaves: number): BoostSettings {
  const outputs = widthOf(target);
  const inTime = Math.floor(WORK / (table.count * table.columns.length * outputs * 3));
  const inMemory = Math.floor(MAX_NODES / (2 * maxLeaves * outputs * MOST_BAGS));
  return {
    maxLeaves,
    rounds: Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, inTime, inMemory)),
    leastRows: table.count < FEW_ROWS ? 5 : 20,
    ...(table.count < MANY_ROWS ? CAUTIOUS : BOLD),
    shrinkage: table.count < MANY_ROWS ? maxLeaves / 8 : 1,
  };
}

interface Trial {
  folds: readonly Fold[];
  settings: BoostSettings;
}

/** Boosts every fold as long as its own unseen rows gain, and then takes the number of rounds that is best for all. */
function crossValidate(
  problem: PredictionProblem,
  { folds, settings }: Trial,
  control: TrainingControl,
): TreeCandidate & { loss: number } {
  const { table, target } = problem;
  const loss = lossFor(target);
  const boosted = folds.map(({ training, scored }, i) => {
    const part = partOf(control, i / folds.length, (i + 1) / folds.length);
    return boost({ table, loss, use: training, settings }, part, { rows: scored, patience: PATIENCE });
  });
  const rounds = commonRounds(boosted);
  const scores = boosted.map(({ ensemble }, i) => scoreTable(problem, firstRounds(ensemble, rounds), folds[i].scored));
  const unseen = joinFolds(folds, scores, widthOf(target));
  return { unseen, settings: { ...settings, rounds }, loss: lossOf(target, unseen) };
}

/** A fold that ended early stays at its last loss. */
function commonRounds(boosted: readonly Boosted[]): number {
  const longest = Math.max(...boosted.map(({ losses }) => losses.length));
  const sums = Array.from({ length: longest }, (_, round) =>
    boosted.reduce((sum, { losses }) => sum + losses[Math.min(round, losses.length - 1)], 0),
  );
  return bestRound(sums) + 1;
}

function lossFor(target: Target): Loss {
  if (target.kind === 'number') return squaredLoss(target.values);
  const { classes, labels } = target;
  return labels.length === 2 ? twoClassLoss(classes) : manyClassLoss(classes, labels.length);
}

export function fitTrees(
  { table, target }: PredictionProblem,
  { use, settings, mostBags = MOST_BAGS }: { use: Uint32Array; settings: BoostSettings; mostBags?: number },
  control: TrainingControl,
): TreeEnsemble {
  const bags = Math.max(1, Math.min(mostBags, Math.floor(BAGGED_ROWS / use.length)));
  const grown = Array.from({ length: bags }, (_, bag) => {
    const part = partOf(control, bag / bags, (bag + 1) / bags);
    return boost({ table, loss: lossFor(target), use, settings, seed: bag + 1 }, part).ensemble;
  });
  return meanEnsemble(grown);
}

/** Scores as wide as the target: for two labels, that of the first is 0. */
export function scoreTable(
  { table, target }: PredictionProblem,
  ensemble: TreeEnsemble,
  use: Uint32Array,
): Float32Array {
  const scores = scoreRows(ensemble, table, use);
  if (widthOf(target) === ensemble.outputs) return Float32Array.from(scores);
  return Float32Array.from({ length: use.length * 2 }, (_, i) => (i % 2 === 0 ? 0 : scores[i >> 1]));
}
