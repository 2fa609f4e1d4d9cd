import { findSplit, type Split, type SplitSettings } from './find-split.js';
import { type BinnedTable, type Derivatives, type HistogramBuilder, type RowSet, subtractChild } from './histogram.js';
import { WORDS_PER_MASK } from './tree-ensemble.js';

export interface TreeSettings extends SplitSettings {
  maxLeaves: number;
  /** The factor on every leaf value; later trees correct what is left. */
  learningRate: number;
}

/** The nodes of one tree, the root first; see `TreeEnsemble` for the columns. `left` is relative to the root. */
export interface GrownTree {
  column: number[];
  left: number[];
  value: number[];
  goesLeft: number[];
}

interface RowsWithHistogram extends RowSet {
  histogram: Float64Array;
}

interface Leaf extends RowsWithHistogram {
  node: number;
  split: Split | null;
}

export interface TreeTask {
  table: BinnedTable;
  builder: HistogramBuilder;
  derivatives: Derivatives;
  /** The rows to learn from; reordered so that the rows of each leaf are contiguous. */
  rows: Uint32Array;
  /** The columns that this tree may split on. */
  columns: readonly number[];
  settings: TreeSettings;
}

/** Leaf-wise growth: repeatedly splits the leaf with the highest gain, until `maxLeaves` or no split gains anything. */
export function growTree(task: TreeTask): GrownTree {
  const tree: GrownTree = { column: [], left: [], value: [], goesLeft: [] };
  const all = { rows: task.rows, from: 0, to: task.rows.length };
  const leaves = [addLeaf(task, tree, { ...all, histogram: task.builder.build(all, task.derivatives) })];
  while (leaves.length < task.settings.maxLeaves) {
    const next = highestGain(leaves);
    if (next === null) break;
    leaves.splice(leaves.indexOf(next), 1, ...splitLeaf(task, tree, next));
  }
  return tree;
}

function highestGain(leaves: readonly Leaf[]): Leaf | null {
  let best: Leaf | null = null;
  for (const leaf of leaves) if (leaf.split !== null && leaf.split.gain > (best?.split?.gain ?? 0)) best = leaf;
  return best;
}

function addLeaf(task: TreeTask, tree: GrownTree, part: RowsWithHistogram): Leaf {
  const node = tree.value.length;
  tree.column.push(0);
  tree.left.push(0);
  tree.value.push(leafValue(task, part));
  tree.goesLeft.push(...new Array<number>(WORDS_PER_MASK).fill(0));
  return { ...part, node, split: bestSplit(task, part) };
}

/** A Newton step on the penalised loss: -gradient / (hessian + l2). */
function leafValue({ derivatives, settings }: TreeTask, { rows, from, to }: RowSet): number {
  let gradient = 0;
  let hessian = 0;
  for (let i = from; i < to; i++) {
    gradient += derivatives.gradient[rows[i]];
    hessian += derivatives.hessian[rows[i]];
  }
  return (-settings.learningRate * gradient) / (hessian + settings.l2);
}

function bestSplit(task: TreeTask, { from, to, histogram }: RowsWithHistogram): Split | null {
  if (to - from < 2 * task.settings.minRowsPerLeaf) return null;
  let best: Split | null = null;
  for (const index of task.columns) {
    const column = { column: task.table.columns[index], index, offset: task.builder.offsets[index] };
    const split = findSplit(histogram, column, task.settings);
    if (split !== null && split.gain > (best?.gain ?? 0)) best = split;
  }
  return best;
}

function splitLeaf(task: TreeTask, tree: GrownTree, leaf: Leaf): [Leaf, Leaf] {
  const { column, leftBins } = leaf.split!;
  for (const bin of leftBins) tree.goesLeft[leaf.node * WORDS_PER_MASK + (bin >> 5)] |= 1 << (bin & 31);
  const middle = partition(leaf, task.table.columns[column].bins, leftBins);
  const left = { rows: leaf.rows, from: leaf.from, to: middle };
  const right = { rows: leaf.rows, from: middle, to: leaf.to };
  const smaller = left.to - left.from < right.to - right.from ? left : right;
  const ofSmaller = task.builder.build(smaller, task.derivatives);
  const ofLarger = subtractChild(leaf.histogram, ofSmaller);
  tree.column[leaf.node] = column;
  tree.left[leaf.node] = tree.value.length;
  return [
    addLeaf(task, tree, { ...left, histogram: smaller === left ? ofSmaller : ofLarger }),
    addLeaf(task, tree, { ...right, histogram: smaller === left ? ofLarger : ofSmaller }),
  ];
}

/** Moves the rows that go left to the front and returns where the others start. Stable, for sequential memory access. */
function partition({ rows, from, to }: RowSet, bins: Uint8Array, leftBins: readonly number[]): number {
  const isLeft = new Uint8Array(256);
  for (const bin of leftBins) isLeft[bin] = 1;
  const others = new Uint32Array(to - from);
  let [middle, otherCount] = [from, 0];
  for (let i = from; i < to; i++) {
    if (isLeft[bins[rows[i]]] === 1) rows[middle++] = rows[i];
    else others[otherCount++] = rows[i];
  }
  rows.set(others.subarray(0, otherCount), middle);
  return middle;
}
