import type { LinearWeights } from '../linear/linear-weights.js';
import { type ModelFile, readModelFile, writeModelFile } from '../model-file.js';
import type { TreeEnsemble } from '../trees/tree-ensemble.js';
import type { Encoding } from './encode.js';
import type { GapModel, Predictor } from './model.js';
import type { CategoryPart, NumberPart, Part } from './parts.js';

const KIND = 'predictor';

/** The borders of all numbers lie in one array: as JSON, a model of many fields would take too long to parse. */
type StoredPart = CategoryPart | (Omit<NumberPart, 'borders'> & { borderCount: number });

/** How wide the two kinds of models are; null for one that there is not. */
interface StoredModels {
  treeOutputs: number | null;
  linearOutputs: number | null;
}

interface Fields extends Pick<Predictor, 'output' | 'blend' | 'dimensions'>, Pick<Encoding, 'fields'>, StoredModels {
  parts: StoredPart[];
  gaps: (Pick<GapModel, 'fields' | 'output'> & StoredModels) | null;
}

/** The arrays of the models for rows with gaps have names of their own. */
const OF_GAPS = 'gaps.';

export function writePredictor(model: Predictor): Uint8Array {
  const { encoding, output, blend, dimensions, gaps } = model;
  const { fields, parts, grams } = encoding;
  const header: Fields = {
    ...{ output, blend, dimensions, fields, parts: parts.map(storedPart), ...widths(model) },
    gaps: gaps && { fields: gaps.fields, output: gaps.output, ...widths(gaps) },
  };
  const borders = Float64Array.from(parts.flatMap((part) => (part.kind === 'number' ? [...part.borders] : [])));
  const arrays = { borders, ...grams, ...modelArrays(model, ''), ...(gaps && modelArrays(gaps, OF_GAPS)) };
  return writeModelFile({ kind: KIND, fields: { ...header }, arrays });
}

function storedPart(part: Part): StoredPart {
  if (part.kind === 'category') return part;
  const { borders, ...rest } = part;
  return { ...rest, borderCount: borders.length };
}

type FittedModels = Pick<Predictor, 'trees' | 'linear'>;

function widths({ trees, linear }: FittedModels): StoredModels {
  return { treeOutputs: trees?.outputs ?? null, linearOutputs: linear?.outputs ?? null };
}

function modelArrays({ trees, linear }: FittedModels, prefix: string): ModelFile['arrays'] {
  const { outputs: _, ...ofTrees } = trees ?? { outputs: 0 };
  const arrays = { ...ofTrees, ...(linear && { weights: linear.weights }) };
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [prefix + name, array]));
}

function modelsOf(
  { treeOutputs, linearOutputs }: StoredModels,
  arrays: ModelFile['arrays'],
  prefix: string,
): FittedModels {
  const of = (name: string) => arrays[prefix + name];
  const [base, roots, column, left, value, goesLeft] = TREE_ARRAYS.map(of);
  const trees = { outputs: treeOutputs, base, roots, column, left, value, goesLeft } as TreeEnsemble;
  return {
    trees: treeOutputs === null ? null : trees,
    linear: linearOutputs === null ? null : ({ outputs: linearOutputs, weights: of('weights') } as LinearWeights),
  };
}

const TREE_ARRAYS = ['base', 'roots', 'column', 'left', 'value', 'goesLeft'];

/** Throws `ModelFileUnreadable` for anything but what `writePredictor` of this format wrote. */
export function readPredictor(bytes: Uint8Array): Predictor {
  const { fields: header, arrays } = readModelFile(bytes, KIND);
  const stored = header as unknown as Fields;
  const { output, blend, dimensions, fields, parts } = stored;
  // Files that were written before there was such a thing have none.
  const gaps = stored.gaps ?? null;
  const grams = { hashes: arrays.hashes, rarity: arrays.rarity } as Encoding['grams'];
  return {
    encoding: { fields, parts: partsOf(parts, arrays.borders as Float64Array), grams },
    ...{ output, blend, dimensions, ...modelsOf(stored, arrays, '') },
    gaps: gaps && { fields: gaps.fields, output: gaps.output, ...modelsOf(gaps, arrays, OF_GAPS) },
  };
}

function partsOf(stored: readonly StoredPart[], borders: Float64Array): Part[] {
  let place = 0;
  return stored.map((part) => {
    if (part.kind === 'category') return part;
    const { borderCount, ...rest } = part;
    place += borderCount;
    return { ...rest, borders: borders.subarray(place - borderCount, place) };
  });
}
