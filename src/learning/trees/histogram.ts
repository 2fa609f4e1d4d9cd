import type { BinnedTable } from './binned-table.js';

/** For each column and bin: the sums of gradients and curvatures and the number of rows. `values[(offset + bin) * 3 ..]`. */
export const SUMS = 3;

/** Where each column's bins begin in a histogram, and at the end how many bins there are in all. */
function binOffsets({ columns }: BinnedTable): Uint32Array {
  const offsets = new Uint32Array(columns.length + 1);
  columns.forEach(({ binCount }, i) => {
    offsets[i + 1] = offsets[i] + binCount;
  });
  return offsets;
}

/** How the loss of each row falls, at first and second order. */
export interface Slopes {
  gradient: Float32Array;
  curvature: Float32Array;
}

export interface RowSet {
  rows: Uint32Array;
  from: number;
  to: number;
}

/** Sums up the rows of a leaf, one column after the other: a column's bins stay in the cache. */
export class HistogramBuilder {
  readonly offsets: Uint32Array;
  private readonly gradient: Float32Array;
  private readonly curvature: Float32Array;

  constructor(private readonly table: BinnedTable) {
    this.offsets = binOffsets(table);
    this.gradient = new Float32Array(table.count);
    this.curvature = new Float32Array(table.count);
  }

  build({ rows, from, to }: RowSet, slopes: Slopes): Float64Array {
    const histogram = new Float64Array(this.offsets[this.table.columns.length] * SUMS);
    const { gradient, curvature } = this;
    for (let i = from; i < to; i++) {
      gradient[i - from] = slopes.gradient[rows[i]];
      curvature[i - from] = slopes.curvature[rows[i]];
    }
    for (let column = 0; column < this.table.columns.length; column++) {
      addColumn(
        histogram,
        { rows, from, to },
        { ...this.slopesInOrder(), column: this.table.columns[column].bins, at: this.offsets[column] },
      );
    }
    return histogram;
  }

  private slopesInOrder(): Slopes {
    return { gradient: this.gradient, curvature: this.curvature };
  }
}

function addColumn(
  histogram: Float64Array,
  { rows, from, to }: RowSet,
  source: Slopes & { column: Uint8Array; at: number },
): void {
  const { gradient, curvature, column, at } = source;
  for (let i = from; i < to; i++) {
    const place = (at + column[rows[i]]) * SUMS;
    histogram[place] += gradient[i - from];
    histogram[place + 1] += curvature[i - from];
    histogram[place + 2]++;
  }
}

/** What is left of the parent when one child is taken away is the other child: half the work. */
export function subtract(parent: Float64Array, child: Float64Array): Float64Array {
  for (let i = 0; i < parent.length; i++) parent[i] -= child[i];
  return parent;
}
