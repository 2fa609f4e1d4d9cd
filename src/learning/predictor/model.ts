import type { LinearWeights } from '../linear/linear-model.js';
import { type ModelFile, readModelFile, writeModelFile } from '../model-file.js';
import type { TreeEnsemble } from '../trees/tree-ensemble.js';
import type { Encoding } from './encode.js';
import type { CategoryColumn, FeatureColumn, NumberColumn } from './feature-columns.js';

/** A trained predictor as plain data: everything needed to predict from a row. */
export interface Predictor extends FittedModels {
  encoding: Encoding;
  output: LabelOutput | NumberOutput;
  blend: Blend;
  /** The size of the embedding of a row's texts, a feature of the linear model; 0 if texts are not embedded. */
  dimensions: number;
  /** Null if it would not predict incomplete rows any better. */
  missingFields: MissingFieldsModel | null;
}

export interface FittedModels {
  /** Null if the blend does not use it. */
  trees: TreeEnsemble | null;
  linear: LinearWeights | null;
}

/** The factors on the scores of each kind of model before they are added. 0 means that the model is not used. */
export interface Blend {
  trees: number;
  linear: number;
}

/** Replaces models and output for rows that lack a field which nearly every example had. */
export interface MissingFieldsModel extends FittedModels {
  output: Predictor['output'];
  /** The indexes of these fields. */
  fields: number[];
}

interface LabelOutput {
  kind: 'labels';
  labels: string[];
  /** Scores are divided by it before the softmax. */
  temperature: number;
  /** The number of examples of each label; models of earlier builds don't know it. */
  seen?: number[];
}

export interface NumberOutput {
  kind: 'number';
  /** The predicted number is the score times `deviation` plus `mean`. */
  mean: number;
  deviation: number;
  /** As many as the examples have; more would suggest precision that is not there. */
  decimals: number;
  intervals: Intervals;
}

/**
 * How far predictions are off, by range of the prediction: `upTo` are the ascending upper ends of the ranges, the last one
 * open. In each range, nine of ten actual numbers lie between the prediction plus `below` and the prediction plus `above`.
 */
export interface Intervals {
  upTo: number[];
  below: number[];
  above: number[];
}

// The file. Its names are part of the format: it calls feature columns `parts`, the idf of the vocabulary `rarity` and the
// models for rows with missing fields `gaps`.

const KIND = 'predictor';

/** The borders of all number columns are in one array: as JSON, those of many fields would take too long to parse. */
type StoredColumn = CategoryColumn | (Omit<NumberColumn, 'borders'> & { borderCount: number });

/** The number of outputs of each model; null for a model that does not exist. */
interface StoredWidths {
  treeOutputs: number | null;
  linearOutputs: number | null;
}

interface Fields extends Pick<Predictor, 'output' | 'blend' | 'dimensions'>, Pick<Encoding, 'fields'>, StoredWidths {
  parts: StoredColumn[];
  gaps: (Pick<MissingFieldsModel, 'fields' | 'output'> & StoredWidths) | null;
}

/** Prefix of the array names of the models for rows with missing fields. */
const GAPS_PREFIX = 'gaps.';
const TREE_ARRAYS = ['base', 'roots', 'column', 'left', 'value', 'goesLeft'] as const;

export function writePredictor(model: Predictor): Uint8Array {
  const { output, blend, dimensions, missingFields } = model;
  const { fields, columns, grams } = model.encoding;
  const header: Fields = {
    output,
    blend,
    dimensions,
    fields,
    parts: columns.map(storedColumn),
    ...widthsOf(model),
    gaps: missingFields && {
      fields: missingFields.fields,
      output: missingFields.output,
      ...widthsOf(missingFields),
    },
  };
  const arrays: ModelFile['arrays'] = {
    borders: Float64Array.from(columns.flatMap((column) => (column.kind === 'number' ? [...column.borders] : []))),
    hashes: grams.hashes,
    rarity: grams.idf,
    ...modelArrays(model, ''),
    ...(missingFields && modelArrays(missingFields, GAPS_PREFIX)),
  };
  return writeModelFile({ kind: KIND, fields: { ...header }, arrays });
}

function storedColumn(column: FeatureColumn): StoredColumn {
  if (column.kind === 'category') return column;
  const { borders, ...rest } = column;
  return { ...rest, borderCount: borders.length };
}

function widthsOf({ trees, linear }: FittedModels): StoredWidths {
  return { treeOutputs: trees?.outputs ?? null, linearOutputs: linear?.outputs ?? null };
}

function modelArrays({ trees, linear }: FittedModels, prefix: string): ModelFile['arrays'] {
  const arrays: ModelFile['arrays'] = {};
  if (trees !== null) for (const name of TREE_ARRAYS) arrays[prefix + name] = trees[name];
  if (linear !== null) arrays[`${prefix}weights`] = linear.weights;
  return arrays;
}

/** Throws `ModelFileUnreadable` for anything but the output of `writePredictor` in this format version. */
export function readPredictor(bytes: Uint8Array): Predictor {
  const { fields: header, arrays } = readModelFile(bytes, KIND);
  const stored = header as unknown as Fields;
  const { output, blend, dimensions, fields, parts } = stored;
  // Absent in files written before there were models for missing fields.
  const gaps = stored.gaps ?? null;
  return {
    encoding: {
      fields,
      columns: readColumns(parts, arrays.borders as Float64Array),
      grams: { hashes: arrays.hashes as Uint32Array, idf: arrays.rarity as Float32Array },
    },
    output,
    blend,
    dimensions,
    ...readModels(stored, arrays, ''),
    missingFields: gaps && { fields: gaps.fields, output: gaps.output, ...readModels(gaps, arrays, GAPS_PREFIX) },
  };
}

function readColumns(stored: readonly StoredColumn[], borders: Float64Array): FeatureColumn[] {
  let end = 0;
  return stored.map((column) => {
    if (column.kind === 'category') return column;
    const { borderCount, ...rest } = column;
    end += borderCount;
    return { ...rest, borders: borders.subarray(end - borderCount, end) };
  });
}

function readModels(
  { treeOutputs, linearOutputs }: StoredWidths,
  arrays: ModelFile['arrays'],
  prefix: string,
): FittedModels {
  const treeArrays = Object.fromEntries(TREE_ARRAYS.map((name) => [name, arrays[prefix + name]]));
  const weights = arrays[`${prefix}weights`] as Float32Array;
  return {
    trees: treeOutputs === null ? null : ({ outputs: treeOutputs, ...treeArrays } as unknown as TreeEnsemble),
    linear: linearOutputs === null ? null : { outputs: linearOutputs, weights },
  };
}
