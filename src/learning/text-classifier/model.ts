import type { LinearWeights } from '../linear/linear-weights.js';
import type { GramVocabulary } from '../text-features/gram-vocabulary.js';

/** A trained classifier: plain data, and all that is needed to label a text and its embedding. */
export interface TextClassifier {
  /** Sorted; a class is a place in this list. */
  labels: string[];
  /** Of the embeddings it was trained with, which must be those it is asked with. */
  dimensions: number;
  vocabulary: GramVocabulary;
  /** How much the words count next to the embedding, which has length 1. */
  gramWeight: number;
  weights: LinearWeights;
  /** What scores are divided by before they become probabilities. */
  temperature: number;
}
