/** Values a tree can tell apart in one column. Bin 0 means "missing", so a missing value is a value like any other. */
export const MAX_BINS = 255;

/** The training table: every value is replaced by the number of its bin. */
export interface BinnedTable {
  count: number;
  columns: BinnedColumn[];
}

export interface BinnedColumn {
  /** The bin of each row, below `binCount`. */
  bins: Uint8Array;
  binCount: number;
  /** Ordered columns (numbers) are split at a threshold, the others (categories) by any set of bins. */
  ordered: boolean;
}

/** The first and second derivative of the loss by the score, for each row. */
export interface Derivatives {
  gradient: Float32Array;
  hessian: Float32Array;
}

/** A leaf's rows: `rows[from .. to]`. */
export interface RowSet {
  rows: Uint32Array;
  from: number;
  to: number;
}

/**
 * A histogram holds, for each bin of each column, the sum of the gradients, the sum of the hessians and the number of rows:
 * `histogram[(offset of the column + bin) * SUMS_PER_BIN ..]`.
 */
export const SUMS_PER_BIN = 3;

/** Builds the histograms of leaves column by column, which keeps the bins of one column in the CPU cache. */
export class HistogramBuilder {
  /** Where the bins of each column start in a histogram, and finally the number of all bins. */
  readonly offsets: Uint32Array;
  readonly #table: BinnedTable;
  /** The derivatives of a leaf's rows, copied next to each other. */
  readonly #leaf: Derivatives;

  constructor(table: BinnedTable) {
    this.#table = table;
    this.offsets = binOffsets(table);
    this.#leaf = { gradient: new Float32Array(table.count), hessian: new Float32Array(table.count) };
  }

  build(set: RowSet, derivatives: Derivatives): Float64Array {
    const { rows, from, to } = set;
    const { columns } = this.#table;
    const { gradient, hessian } = this.#leaf;
    const histogram = new Float64Array(this.offsets[columns.length] * SUMS_PER_BIN);
    for (let i = from; i < to; i++) {
      gradient[i - from] = derivatives.gradient[rows[i]];
      hessian[i - from] = derivatives.hessian[rows[i]];
    }
    for (let column = 0; column < columns.length; column++) {
      addColumn(histogram, set, { gradient, hessian, bins: columns[column].bins, offset: this.offsets[column] });
    }
    return histogram;
  }
}

function binOffsets({ columns }: BinnedTable): Uint32Array {
  const offsets = new Uint32Array(columns.length + 1);
  columns.forEach(({ binCount }, i) => {
    offsets[i + 1] = offsets[i] + binCount;
  });
  return offsets;
}

function addColumn(
  histogram: Float64Array,
  { rows, from, to }: RowSet,
  { gradient, hessian, bins, offset }: Derivatives & { bins: Uint8Array; offset: number },
): void {
  for (let i = from; i < to; i++) {
    const at = (offset + bins[rows[i]]) * SUMS_PER_BIN;
    histogram[at] += gradient[i - from];
    histogram[at + 1] += hessian[i - from];
    histogram[at + 2]++;
  }
}

/** Turns the histogram of a parent into that of the other child, which saves building it from rows. */
export function subtractChild(parent: Float64Array, child: Float64Array): Float64Array {
  for (let i = 0; i < parent.length; i++) parent[i] -= child[i];
  return parent;
}
