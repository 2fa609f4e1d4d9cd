import type { LinearWeights } from '../linear/linear-weights.js';
import { readModelFile, writeModelFile } from '../model-file.js';
import type { TreeEnsemble } from '../trees/tree-ensemble.js';
import type { Encoding } from './encode.js';
import type { Predictor } from './model.js';
import type { CategoryPart, NumberPart, Part } from './parts.js';

const KIND = 'predictor';

/** The borders of all numbers lie in one array: as JSON, a model of many fields would take too long to parse. */
type StoredPart = CategoryPart | (Omit<NumberPart, 'borders'> & { borderCount: number });

interface Fields extends Pick<Predictor, 'output' | 'blend' | 'dimensions'>, Pick<Encoding, 'fields'> {
  parts: StoredPart[];
  treeOutputs: number | null;
  linearOutputs: number | null;
}

export function writePredictor({ encoding, output, blend, dimensions, trees, linear }: Predictor): Uint8Array {
  const { fields, parts, grams } = encoding;
  const header: Fields = {
    ...{ output, blend, dimensions, fields, parts: parts.map(storedPart) },
    treeOutputs: trees?.outputs ?? null,
    linearOutputs: linear?.outputs ?? null,
  };
  const borders = Float64Array.from(parts.flatMap((part) => (part.kind === 'number' ? [...part.borders] : [])));
  const arrays = { borders, ...grams, ...treeArrays(trees), ...(linear === null ? null : { weights: linear.weights }) };
  return writeModelFile({ kind: KIND, fields: { ...header }, arrays });
}

function storedPart(part: Part): StoredPart {
  if (part.kind === 'category') return part;
  const { borders, ...rest } = part;
  return { ...rest, borderCount: borders.length };
}

function treeArrays(
  trees: TreeEnsemble | null,
): Record<string, Float64Array | Uint32Array | Uint16Array | Float32Array> {
  if (trees === null) return {};
  const { outputs: _, ...arrays } = trees;
  return arrays;
}

/** Throws `ModelFileUnreadable` for anything but what `writePredictor` of this format wrote. */
export function readPredictor(bytes: Uint8Array): Predictor {
  const { fields: header, arrays } = readModelFile(bytes, KIND);
  const { output, blend, dimensions, fields, parts, treeOutputs, linearOutputs } = header as unknown as Fields;
  const grams = { hashes: arrays.hashes, rarity: arrays.rarity } as Encoding['grams'];
  const { base, roots, column, left, value, goesLeft, weights } = arrays;
  const trees = { outputs: treeOutputs, base, roots, column, left, value, goesLeft } as TreeEnsemble;
  return {
    encoding: { fields, parts: partsOf(parts, arrays.borders as Float64Array), grams },
    ...{ output, blend, dimensions },
    trees: treeOutputs === null ? null : trees,
    linear: linearOutputs === null ? null : ({ outputs: linearOutputs, weights } as LinearWeights),
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
