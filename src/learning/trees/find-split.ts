import { type BinnedColumn, SUMS_PER_BIN } from './histogram.js';

export interface SplitSettings {
  minRowsPerLeaf: number;
  /** L2 penalty on leaf values, added to the hessian: it pulls leaves of few rows towards zero. */
  l2: number;
}

export interface Split {
  column: number;
  /** The reduction of the loss. */
  gain: number;
  /** The bins that go left. */
  leftBins: number[];
}

/** Extra L2 penalty for categories, whose means are unreliable when they have few rows. */
const CATEGORY_L2 = 10;
const MAX_CATEGORIES_LEFT = 32;
const MIN_HESSIAN = 1e-3;
const MIN_GAIN = 1e-6;

type FoundSplit = Omit<Split, 'column'>;

interface Sums {
  gradient: number;
  hessian: number;
  rows: number;
}

/** The best split of one column, or null if none reduces the loss. `offset` is where its bins start in the histogram. */
export function findSplit(
  histogram: Float64Array,
  { column, index, offset }: { column: BinnedColumn; index: number; offset: number },
  settings: SplitSettings,
): Split | null {
  const search = new SplitSearch(histogram, { offset, binCount: column.binCount }, settings);
  const found = column.ordered ? search.byThreshold() : search.bySet();
  return found === null ? null : { column: index, ...found };
}

class SplitSearch {
  readonly #histogram: Float64Array;
  readonly #offset: number;
  readonly #binCount: number;
  readonly #settings: SplitSettings;
  readonly #total: Sums = { gradient: 0, hessian: 0, rows: 0 };
  readonly #left: Sums = { gradient: 0, hessian: 0, rows: 0 };
  #bestGain = MIN_GAIN;
  #bestLeftBins: (() => number[]) | null = null;

  constructor(
    histogram: Float64Array,
    { offset, binCount }: { offset: number; binCount: number },
    settings: SplitSettings,
  ) {
    this.#histogram = histogram;
    this.#offset = offset;
    this.#binCount = binCount;
    this.#settings = settings;
    for (let bin = 0; bin < binCount; bin++) this.#add(this.#total, bin);
  }

  /** Tries every threshold, with the missing values on the right and, if there are any, also on the left. */
  byThreshold(): FoundSplit | null {
    this.#scanThresholds(1);
    if (this.#rowsOf(0) > 0) this.#scanThresholds(0);
    return this.#result();
  }

  #scanThresholds(first: 0 | 1): void {
    this.#clearLeft();
    if (first === 0) this.#add(this.#left, 0);
    for (let bin = 1; bin < this.#binCount - 1; bin++) {
      if (this.#rowsOf(bin) === 0) continue;
      this.#add(this.#left, bin);
      this.#consider(0, () => Array.from({ length: bin + 1 - first }, (_, i) => i + first));
    }
  }

  /** The best of all partitions into two sets is a cut through the categories sorted by their mean (Fisher, 1958). */
  bySet(): FoundSplit | null {
    const order: number[] = [];
    for (let bin = 0; bin < this.#binCount; bin++) if (this.#rowsOf(bin) > 0) order.push(bin);
    order.sort((a, b) => this.#meanOf(a) - this.#meanOf(b));
    this.#scanCuts(order);
    this.#scanCuts(order.toReversed());
    return this.#result();
  }

  #scanCuts(order: readonly number[]): void {
    this.#clearLeft();
    for (let i = 0; i < Math.min(order.length - 1, MAX_CATEGORIES_LEFT); i++) {
      this.#add(this.#left, order[i]);
      this.#consider(CATEGORY_L2, () => order.slice(0, i + 1));
    }
  }

  #consider(extraL2: number, leftBins: () => number[]): void {
    const gain = this.#gain(extraL2);
    if (gain <= this.#bestGain) return;
    this.#bestGain = gain;
    this.#bestLeftBins = leftBins;
  }

  #gain(extraL2: number): number {
    const total = this.#total;
    const left = this.#left;
    const { minRowsPerLeaf } = this.#settings;
    const rowsRight = total.rows - left.rows;
    if (left.rows < minRowsPerLeaf || rowsRight < minRowsPerLeaf) return 0;
    const hessianRight = total.hessian - left.hessian;
    if (left.hessian < MIN_HESSIAN || hessianRight < MIN_HESSIAN) return 0;
    const l2 = this.#settings.l2 + extraL2;
    return (
      left.gradient ** 2 / (left.hessian + l2) +
      (total.gradient - left.gradient) ** 2 / (hessianRight + l2) -
      total.gradient ** 2 / (total.hessian + this.#settings.l2)
    );
  }

  #clearLeft(): void {
    this.#left.gradient = 0;
    this.#left.hessian = 0;
    this.#left.rows = 0;
  }

  #add(sums: Sums, bin: number): void {
    const at = (this.#offset + bin) * SUMS_PER_BIN;
    sums.gradient += this.#histogram[at];
    sums.hessian += this.#histogram[at + 1];
    sums.rows += this.#histogram[at + 2];
  }

  #rowsOf(bin: number): number {
    return this.#histogram[(this.#offset + bin) * SUMS_PER_BIN + 2];
  }

  #meanOf(bin: number): number {
    const at = (this.#offset + bin) * SUMS_PER_BIN;
    return this.#histogram[at] / (this.#histogram[at + 1] + CATEGORY_L2);
  }

  #result(): FoundSplit | null {
    return this.#bestLeftBins === null ? null : { gain: this.#bestGain, leftBins: this.#bestLeftBins() };
  }
}
