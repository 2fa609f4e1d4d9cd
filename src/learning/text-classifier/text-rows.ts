import { type FeatureRows, featureRows, type SparseRow } from '../linear/feature-rows.js';
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
  const maxFeatures = Math.min(MAX_FEATURES, Math.floor(MAX_WEIGHTS / classCount));
  const vocabulary = learnVocabulary(wordLists(source.texts, learnFrom), maxFeatures);
  const dense = { values: source.embeddings, width: source.dimensions };
  return { vocabulary, rows: featureRows(gramRows(source.texts, vocabulary), dense, vocabulary.hashes.length) };
}

/** Words are found twice rather than kept: those of all texts take more room than everything else. */
function* wordLists(texts: readonly string[], places: Uint32Array): Generator<string[]> {
  for (const place of places) yield gramWords(texts[place]);
}

function* gramRows(texts: readonly string[], vocabulary: GramVocabulary): Generator<SparseRow> {
  for (const text of texts) yield gramRow(vocabulary, gramWords(text));
}

/** The same rows with another weight of the words. */
export function weightGrams(rows: FeatureRows, weight: number): FeatureRows {
  return { ...rows, values: rows.values.map((value) => value * weight) };
}
