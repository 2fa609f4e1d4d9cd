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

/** Rows are taken one after the other and kept as numbers alone: a million of them as objects would not fit. */
export function featureRows(
  rows: Iterable<SparseRow>,
  dense: { values: Float32Array; width: number },
  sparseWidth: number,
): FeatureRows {
  const offsets = [0];
  let columns = new Uint32Array(1_024);
  let values = new Float32Array(1_024);
  for (const row of rows) {
    const from = offsets[offsets.length - 1];
    const to = from + row.columns.length;
    if (to > columns.length) {
      columns = copyInto(new Uint32Array(to * 2), columns);
      values = copyInto(new Float32Array(to * 2), values);
    }
    columns.set(row.columns, from);
    values.set(row.values, from);
    offsets.push(to);
  }
  const end = offsets[offsets.length - 1];
  return {
    count: offsets.length - 1,
    ...{ width: dense.width, dense: dense.values, sparseWidth },
    offsets: Uint32Array.from(offsets),
    columns: columns.slice(0, end),
    values: values.slice(0, end),
  };
}

function copyInto<T extends Uint32Array | Float32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}

/** The sum of a row's squares, without the constant that stands for the intercept. */
export function squaredLength(rows: FeatureRows, row: number): number {
  let sum = 0;
  for (let i = row * rows.width; i < (row + 1) * rows.width; i++) sum += rows.dense[i] ** 2;
  for (let i = rows.offsets[row]; i < rows.offsets[row + 1]; i++) sum += rows.values[i] ** 2;
  return sum;
}
