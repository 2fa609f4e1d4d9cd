import { type FeatureRows, featureRows } from '../linear/feature-rows.js';
import { type GramVocabulary, gramRow, learnVocabulary } from '../text-features/gram-vocabulary.js';
import { gramWords } from '../text-features/text-grams.js';

/** Together they bound a model to 32 MB and keep the rarest features out. */
const MAX_FEATURES = 131_072;
const MAX_WEIGHTS = 8_000_000;

export interface EmbeddedTexts {
  texts: readonly string[];
  /** `embeddings[text * dimensions + dimension]`, each of length 1. */
  embeddings: Float32Array;
  dimensions: number;
}

export interface TextRows {
  vocabulary: GramVocabulary;
  /** With words and embedding at equal weight. */
  rows: FeatureRows;
}

/** The features of all texts, with the vocabulary of those in `learnFrom` alone. */
export function textRows(source: EmbeddedTexts, learnFrom: Uint32Array, classCount: number): TextRows {
  const words = source.texts.map(gramWords);
  const maxFeatures = Math.min(MAX_FEATURES, Math.floor(MAX_WEIGHTS / classCount));
  const vocabulary = learnVocabulary(pick(words, learnFrom), maxFeatures);
  const sparse = words.map((list) => gramRow(vocabulary, list));
  const dense = { values: source.embeddings, width: source.dimensions };
  return { vocabulary, rows: featureRows(sparse, dense, vocabulary.hashes.length) };
}

function* pick<T>(items: readonly T[], places: Uint32Array): Generator<T> {
  for (const place of places) yield items[place];
}

/** The same rows with another weight of the words. */
export function weightGrams(rows: FeatureRows, weight: number): FeatureRows {
  return { ...rows, values: rows.values.map((value) => value * weight) };
}
