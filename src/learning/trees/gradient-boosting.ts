import { seededRandom, shuffle } from '../random.js';
import { type TrainingControl, throwIfCanceled } from '../training-control.js';
import { type GrownTree, growTree, type TreeSettings } from './grow-tree.js';
import { type BinnedTable, type Derivatives, HistogramBuilder } from './histogram.js';
import type { Loss } from './loss.js';
import { type TreeEnsemble, WORDS_PER_MASK } from './tree-ensemble.js';

export interface BoostSettings extends TreeSettings {
  rounds: number;
  /** The fraction of the rows that is sampled in each round. */
  rowFraction: number;
  /** The fraction of the columns that is sampled for each tree. */
  columnFraction: number;
}

export interface BoostTask {
  table: BinnedTable;
  loss: Loss;
  /** The rows to learn from. */
  use: Uint32Array;
  settings: BoostSettings;
  /** Seeds the sampling of rows and columns. */
  seed?: number;
}

export interface EarlyStopping {
  /** Validation rows, disjoint from the rows to learn from. */
  rows: Uint32Array;
  /** Boosting ends after this many rounds without a lower validation loss. */
  patience: number;
}

export interface Boosted {
  ensemble: TreeEnsemble;
  /** The validation loss after each round; empty without early stopping. */
  losses: number[];
}

/** Histogram gradient boosting: each tree fits the derivatives of the loss at the scores of the trees before it. */
export function boost(task: BoostTask, control: TrainingControl, stopping?: EarlyStopping): Boosted {
  const { table, loss, use, settings, seed = 11 } = task;
  const random = seededRandom(seed);
  const builder = new HistogramBuilder(table);
  const derivatives = Array.from({ length: loss.outputs }, () => emptyDerivatives(table.count));
  const base = loss.base(use);
  const scores = initialScores(base, table.count);
  const trees: GrownTree[] = [];
  const losses: number[] = [];
  for (let round = 0; round < settings.rounds; round++) {
    loss.derivatives(scores, derivatives);
    const rows = sample(use, settings.rowFraction, random);
    for (let output = 0; output < loss.outputs; output++) {
      throwIfCanceled(control);
      const columns = sample(everyColumn(table), settings.columnFraction, random);
      const tree = growTree({
        table,
        builder,
        derivatives: derivatives[output],
        rows: rows.slice(),
        columns: [...columns],
        settings,
      });
      trees.push(tree);
      addToScores(scores, tree, { table, output, outputs: loss.outputs });
    }
    if (stopping !== undefined) losses.push(loss.mean(scores, stopping.rows));
    control.onProgress((round + 1) / settings.rounds);
    if (stopping !== undefined && round - bestRound(losses) >= stopping.patience) break;
  }
  return { ensemble: joinTrees(trees, base), losses };
}

function emptyDerivatives(count: number): Derivatives {
  return { gradient: new Float32Array(count), hessian: new Float32Array(count) };
}

function initialScores(base: Float64Array, count: number): Float64Array {
  const scores = new Float64Array(count * base.length);
  for (let row = 0; row < count; row++) scores.set(base, row * base.length);
  return scores;
}

function everyColumn({ columns }: BinnedTable): Uint32Array {
  return Uint32Array.from(columns, (_, i) => i);
}

/** Samples without replacement, at least one, in ascending order. */
function sample(all: Uint32Array, fraction: number, random: () => number): Uint32Array {
  if (fraction >= 1) return all;
  return shuffle(all.slice(), random)
    .slice(0, Math.max(1, Math.ceil(all.length * fraction)))
    .sort();
}

export function bestRound(losses: readonly number[]): number {
  return losses.reduce((best, loss, round) => (loss < losses[best] ? round : best), 0);
}

function addToScores(
  scores: Float64Array,
  tree: GrownTree,
  { table, output, outputs }: { table: BinnedTable; output: number; outputs: number },
): void {
  for (let row = 0; row < table.count; row++) {
    let node = 0;
    while (tree.left[node] !== 0) {
      const bin = table.columns[tree.column[node]].bins[row];
      const word = tree.goesLeft[node * WORDS_PER_MASK + (bin >> 5)];
      node = (word >>> (bin & 31)) & 1 ? tree.left[node] : tree.left[node] + 1;
    }
    scores[row * outputs + output] += tree.value[node];
  }
}

function joinTrees(trees: readonly GrownTree[], base: Float64Array): TreeEnsemble {
  const roots = new Uint32Array(trees.length);
  for (let i = 1; i < trees.length; i++) roots[i] = roots[i - 1] + trees[i - 1].value.length;
  return {
    outputs: base.length,
    base,
    roots,
    column: Uint16Array.from(trees.flatMap((tree) => tree.column)),
    left: Uint32Array.from(trees.flatMap((tree, i) => tree.left.map((child) => (child === 0 ? 0 : child + roots[i])))),
    value: Float32Array.from(trees.flatMap((tree) => tree.value)),
    goesLeft: Uint32Array.from(trees.flatMap((tree) => tree.goesLeft)),
  };
}
