import type { LinearWeights } from '../linear/linear-model.js';
import { treeContributions } from '../trees/tree-ensemble.js';
import { linearOffsets } from './encode.js';
import type { InputRow } from './fields.js';
import type { Predictor } from './model.js';
import type { EncodedInput, PreparedPredictor } from './predict.js';

/** The contribution of a field for (above 0) or against the prediction. */
export interface FieldWeight {
  field: string;
  weight: number;
}

export interface ExplainedInput {
  row: InputRow;
  /** The embedding given to the prediction. */
  embedding: Float32Array | null;
}

/**
 * The contribution of each field, strongest first, relative to its average: for a label to its log odds against the most
 * probable other label, for a number in its own unit.
 */
export function explainPrediction(
  predictor: PreparedPredictor,
  { row, embedding }: ExplainedInput,
  label: string,
): FieldWeight[] {
  const encoded = predictor.encode(row, embedding);
  const model = predictor.modelFor(encoded);
  const contrast = contrastOf(model, predictor.scores(encoded), label);
  const perField = new Float64Array(model.encoding.fields.length);
  addTrees(perField, model, { encoded, contrast });
  addLinear(perField, model, { encoded, contrast });
  return model.encoding.fields
    .map(({ name }, i) => ({ field: name, weight: perField[i] }))
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** The factor of an output's score in the contrast. Outputs with factor 0 are left out: there may be a thousand. */
interface OutputFactor {
  output: number;
  factor: number;
}

function contrastOf({ output }: Predictor, scores: Float64Array, label: string): OutputFactor[] {
  if (output.kind === 'number') return [{ output: 0, factor: output.deviation }];
  const own = output.labels.indexOf(label);
  let other = own === 0 ? 1 : 0;
  scores.forEach((score, k) => {
    if (k !== own && score > scores[other]) other = k;
  });
  const factor = 1 / output.temperature;
  return [
    { output: own, factor },
    { output: other, factor: -factor },
  ];
}

interface Explained {
  encoded: EncodedInput;
  contrast: readonly OutputFactor[];
}

function addTrees(
  perField: Float64Array,
  { trees, encoding, blend }: Predictor,
  { encoded, contrast }: Explained,
): void {
  if (trees === null) return;
  // With two labels the trees score only the second.
  const shift = Math.max(0, contrast.length - trees.outputs);
  const factors = new Float64Array(trees.outputs);
  for (const { output, factor } of contrast) if (output >= shift) factors[output - shift] = factor;
  const contributions = treeContributions(trees, encoded.bins, factors);
  encoding.columns.forEach(({ field }, column) => {
    perField[field] += blend.trees * contributions[column];
  });
}

/** The weight of a one-hot column is compared with the mean of its feature column: only differences are meaningful. */
function addLinear(perField: Float64Array, model: Predictor, { encoded, contrast }: Explained): void {
  const { linear, encoding, blend } = model;
  if (linear === null) return;
  const offsets = linearOffsets(encoding);
  const textField = encoding.fields.findIndex(({ type }) => type === 'text');
  const weightOf = (sparseColumn: number) => contrastedWeight(linear, model.dimensions + sparseColumn, contrast);
  encoded.embedding.values.forEach((value, dimension) => {
    perField[textField] += blend.linear * value * contrastedWeight(linear, dimension, contrast);
  });
  let column = 0;
  encoded.sparse.columns.forEach((sparseColumn, i) => {
    while (column < encoding.columns.length && sparseColumn >= offsets[column + 1]) column++;
    const field = encoding.columns[column]?.field ?? textField;
    const isOneHot = column < encoding.columns.length && encoded.sparse.values[i] === 1;
    const average = isOneHot ? meanOf(offsets[column], offsets[column + 1], weightOf) : 0;
    perField[field] += blend.linear * encoded.sparse.values[i] * (weightOf(sparseColumn) - average);
  });
}

function contrastedWeight(
  { weights, outputs }: LinearWeights,
  feature: number,
  contrast: readonly OutputFactor[],
): number {
  return contrast.reduce((sum, { output, factor }) => sum + factor * weights[feature * outputs + output], 0);
}

function meanOf(from: number, to: number, weightOf: (column: number) => number): number {
  let sum = 0;
  for (let column = from; column < to; column++) sum += weightOf(column);
  return sum / (to - from);
}
