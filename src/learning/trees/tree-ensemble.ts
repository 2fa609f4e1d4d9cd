/**
 * Trees, one after the other, as columns over all their nodes. `left[node]` and the node after it are the children; a node
 * with `left` 0 is a leaf. `value[node]` is what the tree would answer if it ended there: at leaves that is the answer, and
 * the differences along a path say what each decision counted. Tree t adds to output `t % outputs`.
 */
export interface TreeEnsemble {
  outputs: number;
  /** What every output starts from. */
  base: Float64Array;
  /** The node at which each tree begins. */
  roots: Uint32Array;
  column: Uint16Array;
  left: Uint32Array;
  value: Float32Array;
  /** Which bins go left: `goesLeft[node * 8 + (bin >> 5)]`, bit `bin & 31`. */
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

function leafOf(ensemble: TreeEnsemble, root: number, bins: ArrayLike<number>): number {
  let node = root;
  while (ensemble.left[node] !== 0) node = childOf(ensemble, node, bins[ensemble.column[node]]);
  return node;
}

function childOf({ left, goesLeft }: TreeEnsemble, node: number, bin: number): number {
  const word = goesLeft[node * WORDS_PER_MASK + (bin >> 5)];
  return (word >>> (bin & 31)) & 1 ? left[node] : left[node] + 1;
}

/** How much each column moved the outputs, each output times its factor. With `base` and roots they sum to the score. */
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
