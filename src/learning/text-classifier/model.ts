import type { LinearWeights } from '../linear/linear-model.js';
import { readModelFile, writeModelFile } from '../model-file.js';
import type { GramVocabulary } from '../ngram-features.js';

/** A trained classifier as plain data: everything needed to label a text, given its embedding. */
export interface TextClassifier {
  /** Sorted; a class is an index into this list. */
  labels: string[];
  /** The size of the embeddings. Texts to classify must be embedded by the encoder used in training. */
  dimensions: number;
  vocabulary: GramVocabulary;
  /** The factor on the n-gram features, relative to the embedding, whose length is 1. */
  gramWeight: number;
  weights: LinearWeights;
  /** Scores are divided by it before the softmax. */
  temperature: number;
}

const KIND = 'text_classifier';

interface Fields {
  labels: string[];
  dimensions: number;
  gramWeight: number;
  temperature: number;
}

/** The file calls the idf of the vocabulary `rarity`. */
export function writeTextClassifier(model: TextClassifier): Uint8Array {
  const { labels, dimensions, gramWeight, temperature, vocabulary } = model;
  return writeModelFile({
    kind: KIND,
    fields: { labels, dimensions, gramWeight, temperature } satisfies Fields,
    arrays: { hashes: vocabulary.hashes, rarity: vocabulary.idf, weights: model.weights.weights },
  });
}

/** Throws `ModelFileUnreadable` for anything but the output of `writeTextClassifier` in this format version. */
export function readTextClassifier(bytes: Uint8Array): TextClassifier {
  const { fields, arrays } = readModelFile(bytes, KIND);
  const { labels, dimensions, gramWeight, temperature } = fields as unknown as Fields;
  return {
    labels,
    dimensions,
    gramWeight,
    temperature,
    vocabulary: { hashes: arrays.hashes as Uint32Array, idf: arrays.rarity as Float32Array },
    weights: { outputs: labels.length, weights: arrays.weights as Float32Array },
  };
}
