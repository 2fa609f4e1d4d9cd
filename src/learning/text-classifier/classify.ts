import { calibrated, shrinkByExamples } from '../class-probabilities.js';
import { type RankedLabels, rankLabels } from '../labels.js';
import { featureRows, scoreRow } from '../linear/linear-model.js';
import { columnOf, gramWords, tfIdfRow, visitGrams } from '../ngram-features.js';
import { type TextClassifier, weightGrams } from './model.js';
import { addNeighbours } from './neighbours.js';

export interface TextToClassify {
  text: string;
  embedding: Float32Array;
}

/** What spoke for a label against the others, as contributions to its log odds. */
export interface TextExplanation {
  /**
   * The words that contributed most, for (above 0) or against the label. A word's weight includes all n-grams that it is
   * part of, and the contribution that the embedding of the text loses without the word.
   */
  words: { word: string; weight: number }[];
  /** The contribution of the embedding that is not attributed to single words. */
  meaning: number;
}

/** The embedding of a text from which some words were removed. */
export interface EmbeddingWithout {
  removed: readonly string[];
  embedding: Float32Array;
}

const MAX_WORDS = 10;

export function classify(model: TextClassifier, source: TextToClassify, maxLabels: number): RankedLabels {
  return rankLabels(model.labels, shrinkByExamples(probabilities(model, source), model.seen), maxLabels);
}

/** As the model sees it, however little it has seen. */
function probabilities(model: TextClassifier, { text, embedding }: TextToClassify): Float64Array {
  const dense = { values: embedding, width: model.dimensions };
  const rows = featureRows([tfIdfRow(model.vocabulary, gramWords(text))], dense, model.vocabulary.hashes.length);
  const scores = new Float64Array(model.labels.length);
  scoreRow(model.weights, weightGrams(rows, model.gramWeight), 0, scores);
  addNeighbours(scores, model.neighbours, embedding);
  return calibrated(scores, { temperature: model.temperature });
}

/** Contrasts `label` with the mean of the other labels, weighted by their probabilities. */
export function explainText(
  model: TextClassifier,
  source: TextToClassify,
  { label, without }: { label: string; without: readonly EmbeddingWithout[] },
): TextExplanation {
  const contrast = contrastWith(model.labels.indexOf(label), probabilities(model, source));
  const words = gramWords(source.text);
  const row = tfIdfRow(model.vocabulary, words);
  const perFeature = new Map<number, number>();
  row.columns.forEach((column, i) => {
    const value = row.values[i] * model.gramWeight;
    perFeature.set(column, value * contrastedWeight(model, model.dimensions + column, contrast));
  });
  const perWord = contributionPerWord(model, words, perFeature);
  const whole = embeddingContribution(model, source.embedding, contrast);
  let meaning = whole;
  for (const { removed, embedding } of without) {
    const lost = whole - embeddingContribution(model, embedding, contrast);
    for (const word of removed) perWord.set(word, (perWord.get(word) ?? 0) + lost / removed.length);
    if (removed.length > 0) meaning -= lost;
  }
  return { words: strongest(perWord), meaning };
}

/** What the embedding adds as features of the linear model, and by the examples that are near it. */
function embeddingContribution(model: TextClassifier, embedding: Float32Array, contrast: Float64Array): number {
  const evidence = new Float64Array(contrast.length);
  addNeighbours(evidence, model.neighbours, embedding);
  let sum = evidence.reduce((total, value, k) => total + value * contrast[k], 0);
  embedding.forEach((value, i) => {
    sum += value * contrastedWeight(model, i, contrast);
  });
  return sum / model.temperature;
}

/** The factor of each class: 1 for the label, and -1 in total for the others. */
function contrastWith(own: number, probability: Float64Array): Float64Array {
  const others = Math.max(1e-12, 1 - probability[own]);
  return probability.map((p, k) => (k === own ? 1 : -p / others));
}

function contrastedWeight({ weights }: TextClassifier, feature: number, contrast: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < contrast.length; k++) sum += contrast[k] * weights.weights[feature * weights.outputs + k];
  return sum;
}

/** Divides each feature's contribution evenly among its occurrences, and a bigram's between its two words. */
function contributionPerWord(
  model: TextClassifier,
  words: readonly string[],
  perFeature: ReadonlyMap<number, number>,
): Map<string, number> {
  const occurrences = new Map<number, number>();
  visitGrams(words, (hash) => occurrences.set(hash, (occurrences.get(hash) ?? 0) + 1));
  const perWord = new Map<string, number>();
  const add = (word: string, weight: number) => perWord.set(word, (perWord.get(word) ?? 0) + weight);
  visitGrams(words, (hash, first, last) => {
    const contribution = perFeature.get(columnOf(model.vocabulary, hash));
    if (contribution === undefined) return;
    const share = contribution / occurrences.get(hash)! / model.temperature;
    if (first === last) add(words[first], share);
    else for (const word of [first, last]) add(words[word], share / 2);
  });
  return perWord;
}

function strongest(perWord: ReadonlyMap<string, number>): TextExplanation['words'] {
  return [...perWord]
    .map(([word, weight]) => ({ word, weight }))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MAX_WORDS);
}
