import { type FeatureRows, featureRows, type SparseRow } from '../linear/linear-model.js';
import { type GramVocabulary, gramWords, learnVocabulary, tfIdfRow } from '../ngram-features.js';

/** Both limits together bound a model to 32 MB; the rarest n-grams are dropped first. */
const MAX_FEATURES = 131_072;
const MAX_WEIGHTS = 8_000_000;

export interface EmbeddedTexts {
  texts: readonly string[];
  /** `embeddings[text * dimensions + dimension]`, each of length 1. */
  embeddings: Float32Array;
  dimensions: number;
}

export interface TextFeatures {
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
