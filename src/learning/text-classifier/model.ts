import { type FeatureRows, featureRows, type LinearWeights, type SparseRow } from '../linear/linear-model.js';
import { type ModelFile, readModelFile, writeModelFile } from '../model-file.js';
import { type GramVocabulary, gramWords, learnVocabulary, tfIdfRow } from '../ngram-features.js';
import { KnownExamples, type NeighbourSettings, type Neighbours } from './neighbours.js';

/** A trained classifier: everything needed to label a text, given its embedding. */
export interface TextClassifier {
  /** Sorted; a class is an index into this list. */
  labels: string[];
  /** The size of the embeddings. Texts to classify must be embedded by the encoder used in training. */
  dimensions: number;
  vocabulary: GramVocabulary;
  /** The factor on the n-gram features, relative to the embedding, whose length is 1. */
  gramWeight: number;
  weights: LinearWeights;
  /** The examples that a text is compared with. Null where that does not help, and in files of earlier builds. */
  neighbours: Neighbours | null;
  /** Scores are divided by it before the softmax. */
  temperature: number;
  /** The number of different examples of each label. */
  seen: number[];
}

const KIND = 'text_classifier';

interface Fields {
  labels: string[];
  dimensions: number;
  gramWeight: number;
  temperature: number;
  /** Not in files of earlier builds. */
  seen?: number[];
  neighbours?: NeighbourSettings | null;
}

/** The file calls the idf of the vocabulary `rarity`. */
export function writeTextClassifier(model: TextClassifier): Uint8Array {
  const { labels, dimensions, gramWeight, temperature, seen, vocabulary, neighbours } = model;
  const settings = neighbours && { sharpness: neighbours.sharpness, weight: neighbours.weight };
  return writeModelFile({
    kind: KIND,
    fields: { labels, dimensions, gramWeight, temperature, seen, neighbours: settings } satisfies Fields,
    arrays: {
      hashes: vocabulary.hashes,
      rarity: vocabulary.idf,
      weights: model.weights.weights,
      ...(neighbours && arraysOf(neighbours.examples)),
    },
  });
}

/** Throws `ModelFileUnreadable` for anything but the output of `writeTextClassifier`, in this build or an earlier one. */
export function readTextClassifier(bytes: Uint8Array): TextClassifier {
  const { fields, arrays } = readModelFile(bytes, KIND);
  const { labels, dimensions, gramWeight, temperature, seen, neighbours } = fields as unknown as Fields;
  return {
    labels,
    dimensions,
    gramWeight,
    temperature,
    seen: seen ?? labels.map(() => Number.POSITIVE_INFINITY),
    vocabulary: { hashes: arrays.hashes as Uint32Array, idf: arrays.rarity as Float32Array },
    weights: { outputs: labels.length, weights: arrays.weights as Float32Array },
    neighbours: neighbours ? { ...neighbours, examples: knownExamples(arrays) } : null,
  };
}

function arraysOf({ centre, codes, classes }: KnownExamples) {
  return { centre, codes, classes };
}

function knownExamples({ centre, codes, classes }: ModelFile['arrays']): KnownExamples {
  return new KnownExamples(centre as Float32Array, codes as Int8Array, classes as Uint32Array);
}

/** These limits and that of the neighbours bound a model to some 33 MB; the rarest n-grams are dropped first. */
const MAX_FEATURES = 131_072;
const MAX_WEIGHTS = 7_000_000;

export interface EmbeddedTexts {
  texts: readonly string[];
  /** `embeddings[text * dimensions + dimension]`, each of length 1. */
  embeddings: Float32Array;
  dimensions: number;
}

interface TextFeatures {
  vocabulary: GramVocabulary;
  /** The embedding as dense and the n-grams as sparse features, both of length 1. */
  rows: FeatureRows;
}

/** The features of all texts. The vocabulary is learnt from the texts `learnFrom` only. */
export function textFeatures(source: EmbeddedTexts, learnFrom: Uint32Array, classCount: number): TextFeatures {
  const maxFeatures = Math.min(MAX_FEATURES, Math.floor(MAX_WEIGHTS / classCount));
  const vocabulary = learnVocabulary(wordLists(source.texts, learnFrom), maxFeatures);
  const dense = { values: source.embeddings, width: source.dimensions };
  return { vocabulary, rows: featureRows(tfIdfRows(source.texts, vocabulary), dense, vocabulary.hashes.length) };
}

/** Texts are tokenised twice: keeping all words would take more memory than everything else. */
function* wordLists(texts: readonly string[], indexes: Uint32Array): Generator<string[]> {
  for (const index of indexes) yield gramWords(texts[index]);
}

function* tfIdfRows(texts: readonly string[], vocabulary: GramVocabulary): Generator<SparseRow> {
  for (const text of texts) yield tfIdfRow(vocabulary, gramWords(text));
}

/** The same rows with the n-gram features multiplied by `weight`. */
export function weightGrams(rows: FeatureRows, weight: number): FeatureRows {
  return { ...rows, values: rows.values.map((value) => value * weight) };
}
