import type { BinnedTable } from './binned-table.js';
import { findSplit, type Split, type SplitSettings } from './find-split.js';
import { type HistogramBuilder, type RowSet, type Slopes, subtract } from './histogram.js';
import { WORDS_PER_MASK } from './tree-ensemble.js';

export interface TreeSettings extends SplitSettings {
  maxLeaves: number;
  /** What part of a leaf's answer is taken; the rest is left to later trees. */
  learningRate: number;
}

/** The nodes of one tree, the first its root; see `TreeEnsemble` for the columns. Children count from the root. */
export interface GrownTree {
  column: number[];
  left: number[];
  value: number[];
  goesLeft: number[];
}

interface Leaf extends RowSet {
  node: number;
  histogram: Float64Array;
  split: Split | null;
}

export interface TreeTask {
  table: BinnedTable;
  builder: HistogramBuilder;
  slopes: Slopes;
  /** The rows to learn from; brought into the order of the leaves. */
  rows: Uint32Array;
  /** The columns that this tree may look at. */
  columns: readonly number[];
  settings: TreeSettings;
}

/** Splits the leaf that gains most, again and again, until there are enough leaves or nothing gains. */
export function growTree(task: TreeTask): GrownTree {
  const tree: GrownTree = { column: [], left: [], value: [], goesLeft: [] };
  const whole = { rows: task.rows, from: 0, to: task.rows.length };
  const leaves = [openLeaf(task, tree, { ...whole, histogram: task.builder.build(whole, task.slopes) })];
  while (leaves.length < task.settings.maxLeaves) {
    const next = mostPromising(leaves);
    if (next === null) break;
    leaves.splice(leaves.indexOf(next), 1, ...splitLeaf(task, tree, next));
  }
  return tree;
}

function mostPromising(leaves: readonly Leaf[]): Leaf | null {
  let best: Leaf | null = null;
  for (const leaf of leaves) if (leaf.split !== null && leaf.split.gain > (best?.split?.gain ?? 0)) best = leaf;
  return best;
}

function openLeaf(task: TreeTask, tree: GrownTree, part: RowSet & { histogram: Float64Array }): Leaf {
  const node = tree.value.length;
  tree.column.push(0);
  tree.left.push(0);
  tree.value.push(answerOf(task, part));
  tree.goesLeft.push(...new Array<number>(WORDS_PER_MASK).fill(0));
  return { ...part, node, split: bestSplit(task, part) };
}

function answerOf({ slopes, settings }: TreeTask, { rows, from, to }: RowSet): number {
  let gradient = 0;
  let curvature = 0;
  for (let i = from; i < to; i++) {
    gradient += slopes.gradient[rows[i]];
    curvature += slopes.curvature[rows[i]];
  }
  return (-settings.learningRate * gradient) / (curvature + settings.shrinkage);
}

function bestSplit(task: TreeTask, { from, to, histogram }: RowSet & { histogram: Float64Array }): Split | null {
  if (to - from < 2 * task.settings.leastRows) return null;
  let best: Split | null = null;
  for (const index of task.columns) {
    const column = { column: task.table.columns[index], index, at: task.builder.offsets[index] };
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
  const small = task.builder.build(smaller, task.slopes);
  const large = subtract(leaf.histogram, small);
  tree.column[leaf.node] = column;
  tree.left[leaf.node] = tree.value.length;
  return [
    openLeaf(task, tree, { ...left, histogram: smaller === left ? small : large }),
    openLeaf(task, tree, { ...right, histogram: smaller === left ? large : small }),
  ];
}

/** Brings the rows that go left before the others and answers with where these begin. Their order stays, for the cache. */
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
