import { type TrainingControl, throwIfCanceled } from '../control.js';
import { seededRandom, shuffle } from '../random.js';
import type { BinnedTable } from './binned-table.js';
import { type GrownTree, growTree, type TreeSettings } from './grow-tree.js';
import { HistogramBuilder, type Slopes } from './histogram.js';
import type { Loss } from './loss.js';
import { scoreTrees, type TreeEnsemble, WORDS_PER_MASK } from './tree-ensemble.js';

export interface BoostSettings extends TreeSettings {
  rounds: number;
  /** The part of rows and of columns that a tree is grown from; drawn anew each time. */
  rowShare: number;
  columnShare: number;
}

export interface BoostTask {
  table: BinnedTable;
  loss: Loss;
  /** The rows to learn from. */
  use: Uint32Array;
  settings: BoostSettings;
  /** Decides which rows and columns each tree is grown from. */
  seed?: number;
}

export interface Watch {
  /** Rows that are not learnt from, on which every round is measured. */
  rows: Uint32Array;
  /** Rounds without progress after which boosting ends. */
  patience: number;
}

export interface Boosted {
  ensemble: TreeEnsemble;
  /** The loss on the watched rows after each round. */
  losses: number[];
}

/** Gradient boosting: each tree is grown to the slopes of the loss where those before it have left the scores. */
export function boost(task: BoostTask, control: TrainingControl, watch?: Watch): Boosted {
  const { table, loss, use, settings, seed = 11 } = task;
  const random = seededRandom(seed);
  const builder = new HistogramBuilder(table);
  const slopes = Array.from({ length: loss.outputs }, () => emptySlopes(table.count));
  const base = loss.base(use);
  const scores = startScores(base, table.count);
  const trees: GrownTree[] = [];
  const losses: number[] = [];
  for (let round = 0; round < settings.rounds; round++) {
    loss.slopes(scores, slopes);
    const rows = draw(use, settings.rowShare, random);
    for (let output = 0; output < loss.outputs; output++) {
      throwIfCanceled(control);
      const columns = draw(everyColumn(table), settings.columnShare, random);
      const tree = growTree({
        table,
        builder,
        slopes: slopes[output],
        rows: rows.slice(),
        columns: [...columns],
        settings,
      });
      trees.push(tree);
      addToScores(scores, tree, { table, output, outputs: loss.outputs });
    }
    if (watch !== undefined) losses.push(loss.mean(scores, watch.rows));
    control.onProgress((round + 1) / settings.rounds);
    if (watch !== undefined && round - bestRound(losses) >= watch.patience) break;
  }
  return { ensemble: join(trees, base), losses };
}

function emptySlopes(count: number): Slopes {
  return { gradient: new Float32Array(count), curvature: new Float32Array(count) };
}

function startScores(base: Float64Array, count: number): Float64Array {
  const scores = new Float64Array(count * base.length);
  for (let row = 0; row < count; row++) scores.set(base, row * base.length);
  return scores;
}

function everyColumn({ columns }: BinnedTable): Uint32Array {
  return Uint32Array.from(columns, (_, i) => i);
}

/** In ascending order, at least one. */
function draw(all: Uint32Array, share: number, random: () => number): Uint32Array {
  if (share >= 1) return all;
  return shuffle(all.slice(), random)
    .slice(0, Math.max(1, Math.ceil(all.length * share)))
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

function join(trees: readonly GrownTree[], base: Float64Array): TreeEnsemble {
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

/** One ensemble that answers with the mean of several, which must have been grown from the same rows. */
export function meanEnsemble(ensembles: readonly TreeEnsemble[]): TreeEnsemble {
  if (ensembles.length === 1) return ensembles[0];
  const starts = ensembles.map((_, i) => ensembles.slice(0, i).reduce((sum, { left }) => sum + left.length, 0));
  return {
    outputs: ensembles[0].outputs,
    base: ensembles[0].base,
    roots: Uint32Array.from(ensembles.flatMap(({ roots }, i) => Array.from(roots, (root) => root + starts[i]))),
    column: Uint16Array.from(ensembles.flatMap(({ column }) => [...column])),
    left: Uint32Array.from(
      ensembles.flatMap(({ left }, i) => Array.from(left, (child) => (child === 0 ? 0 : child + starts[i]))),
    ),
    value: Float32Array.from(ensembles.flatMap(({ value }) => Array.from(value, (one) => one / ensembles.length))),
    goesLeft: Uint32Array.from(ensembles.flatMap(({ goesLeft }) => [...goesLeft])),
  };
}

/** What the ensemble was after its first rounds. */
export function firstRounds(ensemble: TreeEnsemble, rounds: number): TreeEnsemble {
  return { ...ensemble, roots: ensemble.roots.subarray(0, rounds * ensemble.outputs) };
}

/** Scores of the given rows of a table, in their order. */
export function scoreRows(ensemble: TreeEnsemble, table: BinnedTable, use: Uint32Array): Float64Array {
  const result = new Float64Array(use.length * ensemble.outputs);
  const bins = new Uint8Array(table.columns.length);
  const scores = new Float64Array(ensemble.outputs);
  use.forEach((row, i) => {
    table.columns.forEach((column, c) => {
      bins[c] = column.bins[row];
    });
    scoreTrees(ensemble, bins, scores);
    result.set(scores, i * ensemble.outputs);
  });
  return result;
}
