import type { BinnedColumn } from './binned-table.js';
import { SUMS } from './histogram.js';

export interface SplitSettings {
  /** Rows that each side must have. */
  leastRows: number;
  /** Added to the curvature, which pulls answers towards zero where there are few rows. */
  shrinkage: number;
}

export interface Split {
  column: number;
  /** By how much the loss falls. */
  gain: number;
  /** The bins that go left. */
  leftBins: number[];
}

/** Rows below which a category's mean says little: it is shrunk by so many. */
const CATEGORY_SMOOTHING = 10;
const MAX_CATEGORIES_LEFT = 32;
const LEAST_CURVATURE = 1e-3;

type FoundSplit = Omit<Split, 'column'>;

interface Sums {
  gradient: number;
  curvature: number;
  rows: number;
}

/** The best split of one column, or null if none lowers the loss. `at` is where its bins begin in the histogram. */
export function findSplit(
  histogram: Float64Array,
  { column, index, at }: { column: BinnedColumn; index: number; at: number },
  settings: SplitSettings,
): Split | null {
  const search = new SplitSearch(histogram, at, column.binCount, settings);
  const found = column.ordered ? search.byThreshold() : search.bySet();
  return found === null ? null : { column: index, ...found };
}

class SplitSearch {
  private readonly total: Sums;
  private readonly left: Sums = { gradient: 0, curvature: 0, rows: 0 };
  private bestGain = 1e-6;
  private best: (() => number[]) | null = null;

  constructor(
    private readonly histogram: Float64Array,
    private readonly at: number,
    private readonly binCount: number,
    private readonly settings: SplitSettings,
  ) {
    this.total = { gradient: 0, curvature: 0, rows: 0 };
    for (let bin = 0; bin < binCount; bin++) this.add(this.total, bin);
  }

  /** Rows with a value are divided in its order; those without go to the side where they do better. */
  byThreshold(): FoundSplit | null {
    this.scanUpwards(1);
    if (this.rowsOf(0) > 0) this.scanUpwards(0);
    return this.result();
  }

  private scanUpwards(first: 0 | 1): void {
    this.empty();
    if (first === 0) this.add(this.left, 0);
    for (let bin = 1; bin < this.binCount - 1; bin++) {
      if (this.rowsOf(bin) === 0) continue;
      this.add(this.left, bin);
      this.consider(0, () => Array.from({ length: bin + 1 - first }, (_, i) => i + first));
    }
  }

  /** Among all divisions into two sets the best one is a cut through the order of the categories' means. */
  bySet(): FoundSplit | null {
    const order: number[] = [];
    for (let bin = 0; bin < this.binCount; bin++) if (this.rowsOf(bin) > 0) order.push(bin);
    order.sort((a, b) => this.meanOf(a) - this.meanOf(b));
    this.scanSet(order);
    this.scanSet(order.toReversed());
    return this.result();
  }

  private scanSet(order: readonly number[]): void {
    this.empty();
    for (let i = 0; i < Math.min(order.length - 1, MAX_CATEGORIES_LEFT); i++) {
      this.add(this.left, order[i]);
      this.consider(CATEGORY_SMOOTHING, () => order.slice(0, i + 1));
    }
  }

  private consider(extraShrinkage: number, leftBins: () => number[]): void {
    const gain = this.gain(extraShrinkage);
    if (gain <= this.bestGain) return;
    this.bestGain = gain;
    this.best = leftBins;
  }

  private gain(extraShrinkage: number): number {
    const { total, left } = this;
    const rowsRight = total.rows - left.rows;
    if (left.rows < this.settings.leastRows || rowsRight < this.settings.leastRows) return 0;
    const curvatureRight = total.curvature - left.curvature;
    if (left.curvature < LEAST_CURVATURE || curvatureRight < LEAST_CURVATURE) return 0;
    const shrinkage = this.settings.shrinkage + extraShrinkage;
    return (
      left.gradient ** 2 / (left.curvature + shrinkage) +
      (total.gradient - left.gradient) ** 2 / (curvatureRight + shrinkage) -
      total.gradient ** 2 / (total.curvature + this.settings.shrinkage)
    );
  }

  private empty(): void {
    this.left.gradient = 0;
    this.left.curvature = 0;
    this.left.rows = 0;
  }

  private add(sums: Sums, bin: number): void {
    const place = (this.at + bin) * SUMS;
    sums.gradient += this.histogram[place];
    sums.curvature += this.histogram[place + 1];
    sums.rows += this.histogram[place + 2];
  }

  private rowsOf(bin: number): number {
    return this.histogram[(this.at + bin) * SUMS + 2];
  }

  private meanOf(bin: number): number {
    const place = (this.at + bin) * SUMS;
    return this.histogram[place] / (this.histogram[place + 1] + CATEGORY_SMOOTHING);
  }

  private result(): FoundSplit | null {
    return this.best === null ? null : { gain: this.bestGain, leftBins: this.best() };
  }
}
