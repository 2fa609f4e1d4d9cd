/**
 * The features of a set of examples: a dense block and a sparse block in CSR layout. Row i is
 * `dense[i * width .. (i + 1) * width]` followed by the sparse columns `columns[offsets[i] .. offsets[i + 1]]` with their
 * `values`. Sparse columns are numbered from 0, after the dense ones.
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

/** Consumes the rows one by one into typed arrays: a million rows as objects would not fit into memory. */
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
    width: dense.width,
    dense: dense.values,
    sparseWidth,
    offsets: Uint32Array.from(offsets),
    columns: columns.slice(0, end),
    values: values.slice(0, end),
  };
}

function copyInto<T extends Uint32Array | Float32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}

/** The squared L2 norm of a row, without the constant feature of the intercept. */
export function squaredNorm(rows: FeatureRows, row: number): number {
  let sum = 0;
  for (let i = row * rows.width; i < (row + 1) * rows.width; i++) sum += rows.dense[i] ** 2;
  for (let i = rows.offsets[row]; i < rows.offsets[row + 1]; i++) sum += rows.values[i] ** 2;
  return sum;
}

/**
 * A linear map from features to one score per output. `weights[feature * outputs + output]`: the dense features first,
 * then the sparse ones, the intercept last. An example's few features thus touch few contiguous runs of memory.
 */
export interface LinearWeights {
  outputs: number;
  weights: Float32Array;
}

export function zeroWeights(rows: Pick<FeatureRows, 'width' | 'sparseWidth'>, outputs: number): LinearWeights {
  return { outputs, weights: new Float32Array((rows.width + rows.sparseWidth + 1) * outputs) };
}

/** Writes the scores of one row into `scores`. */
export function scoreRow(model: LinearWeights, rows: FeatureRows, row: number, scores: Float64Array): void {
  const { outputs, weights } = model;
  const { width, dense, columns, values, offsets } = rows;
  const intercept = (width + rows.sparseWidth) * outputs;
  for (let k = 0; k < outputs; k++) scores[k] = weights[intercept + k];
  const from = row * width;
  let i = 0;
  for (; i + 3 < width; i += 4) addFourDense(scores, weights, i * outputs, dense, from + i);
  for (; i < width; i++) addScaled(scores, weights, i * outputs, dense[from + i]);
  for (let j = offsets[row]; j < offsets[row + 1]; j++) {
    addScaled(scores, weights, (width + columns[j]) * outputs, values[j]);
  }
}

/** Unrolled by four: the scores are loaded and stored a quarter as often, which doubles the speed. */
function addFourDense(
  scores: Float64Array,
  weights: Float32Array,
  at: number,
  dense: Float32Array,
  from: number,
): void {
  const outputs = scores.length;
  const f0 = dense[from];
  const f1 = dense[from + 1];
  const f2 = dense[from + 2];
  const f3 = dense[from + 3];
  for (let k = 0, w = at; k < outputs; k++, w++) {
    scores[k] +=
      f0 * weights[w] + f1 * weights[w + outputs] + f2 * weights[w + 2 * outputs] + f3 * weights[w + 3 * outputs];
  }
}

function addScaled(scores: Float64Array, weights: Float32Array, at: number, factor: number): void {
  for (let k = 0; k < scores.length; k++) scores[k] += factor * weights[at + k];
}

/** A sparse vector over the outputs; only the first `count` entries of the arrays are valid. */
export interface OutputChanges {
  count: number;
  outputs: Uint32Array;
  amounts: Float64Array;
}

/** Adds the outer product of a row and the changes to the weights. */
export function addRow(model: LinearWeights, rows: FeatureRows, row: number, changes: OutputChanges): void {
  const { outputs, weights } = model;
  const { width, dense, columns, values, offsets } = rows;
  addScaledChanges(weights, (width + rows.sparseWidth) * outputs, changes, 1);
  for (let i = 0; i < width; i++) addScaledChanges(weights, i * outputs, changes, dense[row * width + i]);
  for (let i = offsets[row]; i < offsets[row + 1]; i++) {
    addScaledChanges(weights, (width + columns[i]) * outputs, changes, values[i]);
  }
}

function addScaledChanges(weights: Float32Array, at: number, changes: OutputChanges, factor: number): void {
  const { count, outputs, amounts } = changes;
  for (let i = 0; i < count; i++) weights[at + outputs[i]] += factor * amounts[i];
}
