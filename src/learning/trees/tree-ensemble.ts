import type { BinnedTable } from './histogram.js';

/**
 * The nodes of all trees as parallel columns, tree by tree. The children of a node are `left[node]` and the node after it;
 * `left` is 0 at a leaf. `value[node]` is the score that the tree would add if it ended there: the answer at a leaf, and
 * the differences along a path attribute the answer to the columns that were split on. Tree t adds to output `t % outputs`.
 */
export interface TreeEnsemble {
  outputs: number;
  /** The initial score of every output. */
  base: Float64Array;
  /** The root node of each tree. */
  roots: Uint32Array;
  column: Uint16Array;
  left: Uint32Array;
  value: Float32Array;
  /** A bit mask of the bins that go left: `goesLeft[node * 8 + (bin >> 5)]`, bit `bin & 31`. */
  goesLeft: Uint32Array;
}

export const WORDS_PER_MASK = 8;

/** Writes the scores of one row, given as the bin of each column, into `scores`. */
export function scoreTrees(ensemble: TreeEnsemble, bins: ArrayLike<number>, scores: Float64Array): void {
  scores.set(ensemble.base);
  for (let tree = 0; tree < ensemble.roots.length; tree++) {
    scores[tree % ensemble.outputs] += ensemble.value[leafOf(ensemble, ensemble.roots[tree], bins)];
  }
}

/** The scores of the given rows of a table, in their order. */
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

function leafOf(ensemble: TreeEnsemble, root: number, bins: ArrayLike<number>): number {
  let node = root;
  while (ensemble.left[node] !== 0) node = childOf(ensemble, node, bins[ensemble.column[node]]);
  return node;
}

function childOf({ left, goesLeft }: TreeEnsemble, node: number, bin: number): number {
  const word = goesLeft[node * WORDS_PER_MASK + (bin >> 5)];
  return (word >>> (bin & 31)) & 1 ? left[node] : left[node] + 1;
}

/**
 * Path attribution (Saabas): how much each column moved the outputs, each output multiplied by its factor. The
 * contributions, `base` and the values of the roots add up to the score.
 */
export function treeContributions(
  ensemble: TreeEnsemble,
  bins: ArrayLike<number>,
  factors: ArrayLike<number>,
): Float64Array {
  const { outputs, roots, left, value, column } = ensemble;
  const contributions = new Float64Array(bins.length);
  for (let tree = 0; tree < roots.length; tree++) {
    const factor = factors[tree % outputs];
    if (factor === 0) continue;
    let node = roots[tree];
    while (left[node] !== 0) {
      const next = childOf(ensemble, node, bins[column[node]]);
      contributions[column[node]] += factor * (value[next] - value[node]);
      node = next;
    }
  }
  return contributions;
}

/** One ensemble that returns the mean score of several (bagging). All must have been fitted to the same rows. */
export function averageEnsembles(ensembles: readonly TreeEnsemble[]): TreeEnsemble {
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

/** The ensemble as it was after its first rounds of boosting. */
export function firstRounds(ensemble: TreeEnsemble, rounds: number): TreeEnsemble {
  return { ...ensemble, roots: ensemble.roots.subarray(0, rounds * ensemble.outputs) };
}
