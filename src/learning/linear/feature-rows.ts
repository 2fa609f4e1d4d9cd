/**
 * A table of examples for linear models. Row i is `dense[i * width .. (i + 1) * width]` followed by the sparse columns
 * `columns[offsets[i] .. offsets[i + 1]]` with their `values`; sparse columns are counted from 0, after the dense ones.
 */
export interface FeatureRows {
  count: number;
  width: number;
  dense: Float32Array;
  sparseWidth: number;
  offsets: Uint32Array;
  columns: Uint32Array;
  values: Float32Array;
}

export interface SparseRow {
  columns: number[];
  values: number[];
}

export function featureRows(
  rows: readonly SparseRow[],
  dense: { values: Float32Array; width: number },
  sparseWidth: number,
): FeatureRows {
  const offsets = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) offsets[i + 1] = offsets[i] + rows[i].columns.length;
  const columns = new Uint32Array(offsets[rows.length]);
  const values = new Float32Array(offsets[rows.length]);
  rows.forEach((row, i) => {
    columns.set(row.columns, offsets[i]);
    values.set(row.values, offsets[i]);
  });
  return { count: rows.length, width: dense.width, dense: dense.values, sparseWidth, offsets, columns, values };
}

/** The sum of a row's squares, without the constant that stands for the intercept. */
export function squaredLength(rows: FeatureRows, row: number): number {
  let sum = 0;
  for (let i = row * rows.width; i < (row + 1) * rows.width; i++) sum += rows.dense[i] ** 2;
  for (let i = rows.offsets[row]; i < rows.offsets[row + 1]; i++) sum += rows.values[i] ** 2;
  return sum;
}
