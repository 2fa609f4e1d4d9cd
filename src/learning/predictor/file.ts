import type { LinearWeights } from '../linear/linear-weights.js';
import { readModelFile, writeModelFile } from '../model-file.js';
import type { TreeEnsemble } from '../trees/tree-ensemble.js';
import type { Encoding } from './encode.js';
import type { Predictor } from './model.js';

const KIND = 'predictor';

interface Fields extends Pick<Predictor, 'output' | 'blend'>, Pick<Encoding, 'fields' | 'parts'> {
  treeOutputs: number | null;
  linearOutputs: number | null;
}

export function writePredictor({ encoding, output, blend, trees, linear }: Predictor): Uint8Array {
  const { fields, parts, grams } = encoding;
  const header: Fields = {
    output,
    blend,
    fields,
    parts,
    treeOutputs: trees?.outputs ?? null,
    linearOutputs: linear?.outputs ?? null,
  };
  const arrays = { ...grams, ...treeArrays(trees), ...(linear === null ? null : { weights: linear.weights }) };
  return writeModelFile({ kind: KIND, fields: { ...header }, arrays });
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
  const { output, blend, fields, parts, treeOutputs, linearOutputs } = header as unknown as Fields;
  const grams = { hashes: arrays.hashes, rarity: arrays.rarity } as Encoding['grams'];
  const { base, roots, column, left, value, goesLeft, weights } = arrays;
  const trees = { outputs: treeOutputs, base, roots, column, left, value, goesLeft } as TreeEnsemble;
  return {
    encoding: { fields, parts, grams },
    ...{ output, blend },
    trees: treeOutputs === null ? null : trees,
    linear: linearOutputs === null ? null : ({ outputs: linearOutputs, weights } as LinearWeights),
  };
}
