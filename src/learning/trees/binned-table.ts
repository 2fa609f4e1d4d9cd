/** Values a tree can tell apart in one column. Bin 0 is "missing", so that missing is a value like any other. */
export const MAX_BINS = 255;

/**
 * A table in which every value is the number of its bin. Columns that are in order (numbers) are split by thresholds,
 * the others by any set of bins.
 */
export interface BinnedTable {
  count: number;
  columns: BinnedColumn[];
}

export interface BinnedColumn {
  /** The bin of each row. */
  bins: Uint8Array;
  /** Bins are 0 to `binCount - 1`. */
  binCount: number;
  ordered: boolean;
}
