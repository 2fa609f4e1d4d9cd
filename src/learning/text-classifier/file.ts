import { readModelFile, writeModelFile } from '../model-file.js';
import type { TextClassifier } from './model.js';

const KIND = 'text_classifier';

interface Fields {
  labels: string[];
  dimensions: number;
  gramWeight: number;
  temperature: number;
}

export function writeTextClassifier(model: TextClassifier): Uint8Array {
  const { labels, dimensions, gramWeight, temperature } = model;
  return writeModelFile({
    kind: KIND,
    fields: { labels, dimensions, gramWeight, temperature } satisfies Fields,
    arrays: { ...model.vocabulary, weights: model.weights.weights },
  });
}

/** Throws `ModelFileUnreadable` for anything but what `writeTextClassifier` of this format wrote. */
export function readTextClassifier(bytes: Uint8Array): TextClassifier {
  const { fields, arrays } = readModelFile(bytes, KIND);
  const { labels, dimensions, gramWeight, temperature } = fields as unknown as Fields;
  return {
    ...{ labels, dimensions, gramWeight, temperature },
    vocabulary: { hashes: arrays.hashes as Uint32Array, rarity: arrays.rarity as Float32Array },
    weights: { outputs: labels.length, weights: arrays.weights as Float32Array },
  };
}
