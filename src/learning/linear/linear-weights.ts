import type { FeatureRows } from './feature-rows.js';

/**
 * A linear map from features to one score for each output. `weights[feature * outputs + output]`: first the dense
 * features, then the sparse ones, last the intercept. An example's few features thus touch few, whole runs of memory.
 */
export interface LinearWeights {
  outputs: number;
  weights: Float32Array;
}

export function emptyWeights(rows: Pick<FeatureRows, 'width' | 'sparseWidth'>, outputs: number): LinearWeights {
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

/** Four at a time, so that the scores are loaded and stored a quarter as often: twice as fast. */
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

/** Of the first `count` entries: by how much the score of which output shall change. */
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
