import type { LinearWeights } from '../linear/linear-weights.js';
import { treeContributions } from '../trees/tree-ensemble.js';
import { linearOffsets } from './encode.js';
import type { InputRow } from './field-value.js';
import type { Predictor } from './model.js';
import type { AskedRow, PreparedPredictor } from './predict.js';

/** How much a field spoke for the prediction (above 0) or against it. */
export interface FieldWeight {
  field: string;
  weight: number;
}

export interface ExplainedInput {
  row: InputRow;
  /** As it was predicted with. */
  meaning: Float32Array | null;
}

/**
 * What each field counted, strongest first: for a label in parts of the logarithm of its odds against the likeliest other
 * label, for a number in its own unit, each compared with what is usual.
 */
export function explainPrediction(
  predictor: PreparedPredictor,
  { row, meaning }: ExplainedInput,
  label: string,
): FieldWeight[] {
  const encoded = predictor.encode(row, meaning);
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

/** What a score of an output counts. Those that don't count are left out: there may be a thousand. */
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
  encoded: AskedRow;
  contrast: readonly OutputFactor[];
}

function addTrees(
  perField: Float64Array,
  { trees, encoding, blend }: Predictor,
  { encoded, contrast }: Explained,
): void {
  if (trees === null) return;
  // For two labels the trees score the second alone.
  const shift = Math.max(0, contrast.length - trees.outputs);
  const factors = new Float64Array(trees.outputs);
  for (const { output, factor } of contrast) if (output >= shift) factors[output - shift] = factor;
  const contributions = treeContributions(trees, encoded.bins, factors);
  encoding.parts.forEach(({ field }, part) => {
    perField[field] += blend.trees * contributions[part];
  });
}

/** A category's or range's weight is compared with the mean over the part's columns: only differences mean something. */
function addLinear(perField: Float64Array, model: Predictor, { encoded, contrast }: Explained): void {
  const { linear, encoding, blend } = model;
  if (linear === null) return;
  const offsets = linearOffsets(encoding);
  const textField = encoding.fields.findIndex(({ type }) => type === 'text');
  const weightOf = (column: number) => weighed(linear, model.dimensions + column, contrast);
  encoded.meaning.values.forEach((value, dimension) => {
    perField[textField] += blend.linear * value * weighed(linear, dimension, contrast);
  });
  let part = 0;
  encoded.sparse.columns.forEach((column, i) => {
    while (part < encoding.parts.length && column >= offsets[part + 1]) part++;
    const field = encoding.parts[part]?.field ?? textField;
    const isOneOfMany = part < encoding.parts.length && encoded.sparse.values[i] === 1;
    const usual = isOneOfMany ? meanOf(offsets[part], offsets[part + 1], weightOf) : 0;
    perField[field] += blend.linear * encoded.sparse.values[i] * (weightOf(column) - usual);
  });
}

function weighed({ weights, outputs }: LinearWeights, feature: number, contrast: readonly OutputFactor[]): number {
  return contrast.reduce((sum, { output, factor }) => sum + factor * weights[feature * outputs + output], 0);
}

function meanOf(from: number, to: number, weightOf: (column: number) => number): number {
  let sum = 0;
  for (let column = from; column < to; column++) sum += weightOf(column);
  return sum / (to - from);
}
