import { featureRows } from '../linear/feature-rows.js';
import { scoreRow } from '../linear/linear-weights.js';
import { softmax } from '../linear/softmax.js';
import { type RankedLabels, rankLabels } from '../ranked-labels.js';
import { columnOf, gramRow } from '../text-features/gram-vocabulary.js';
import { gramWords, visitGrams } from '../text-features/text-grams.js';
import type { TextClassifier } from './model.js';
import { weightGrams } from './text-rows.js';

export interface TextToClassify {
  text: string;
  embedding: Float32Array;
}

/** What spoke for a label and against the others, in parts of the logarithm of its odds. */
export interface TextExplanation {
  /**
   * The words that counted most, for (above 0) or against, each with all the pairs and pieces it is part of and with what
   * the meaning of the text counts less without it.
   */
  words: { word: string; weight: number }[];
  /** What the meaning of the text counted beyond that of its single words. */
  meaning: number;
}

/** The meaning of a text that lacks some words. */
export interface MeaningWithout {
  missing: readonly string[];
  embedding: Float32Array;
}

const MAX_WORDS = 10;

export function classify(model: TextClassifier, source: TextToClassify, maxLabels: number): RankedLabels {
  return rankLabels(model.labels, probabilities(model, source), maxLabels);
}

function probabilities(model: TextClassifier, { text, embedding }: TextToClassify): Float64Array {
  const dense = { values: embedding, width: model.dimensions };
  const rows = featureRows([gramRow(model.vocabulary, gramWords(text))], dense, model.vocabulary.hashes.length);
  const scores = new Float64Array(model.labels.length);
  scoreRow(model.weights, weightGrams(rows, model.gramWeight), 0, scores);
  for (let k = 0; k < scores.length; k++) scores[k] /= model.temperature;
  return softmax(scores);
}

/** Why `label` and not the other labels, these weighted by how likely they were. */
export function explainText(
  model: TextClassifier,
  source: TextToClassify,
  { label, without }: { label: string; without: readonly MeaningWithout[] },
): TextExplanation {
  const contrast = contrastWith(model.labels.indexOf(label), probabilities(model, source));
  const words = gramWords(source.text);
  const row = gramRow(model.vocabulary, words);
  const perFeature = new Map<number, number>();
  row.columns.forEach((column, i) => {
    const value = row.values[i] * model.gramWeight;
    perFeature.set(column, value * contrasted(model, model.dimensions + column, contrast));
  });
  const perWord = sharePerWord(model, words, perFeature);
  const whole = meaningFor(model, source.embedding, contrast);
  let meaning = whole;
  for (const { missing, embedding } of without) {
    const lost = whole - meaningFor(model, embedding, contrast);
    for (const word of missing) perWord.set(word, (perWord.get(word) ?? 0) + lost / missing.length);
    if (missing.length > 0) meaning -= lost;
  }
  return { words: strongest(perWord), meaning };
}

/** What an embedding counts. */
function meaningFor(model: TextClassifier, embedding: Float32Array, contrast: Float64Array): number {
  let sum = 0;
  embedding.forEach((value, i) => {
    sum += value * contrasted(model, i, contrast);
  });
  return sum / model.temperature;
}

/** 1 for the label, and together -1 for the others. */
function contrastWith(own: number, probability: Float64Array): Float64Array {
  const others = Math.max(1e-12, 1 - probability[own]);
  return probability.map((p, k) => (k === own ? 1 : -p / others));
}

function contrasted({ weights }: TextClassifier, feature: number, contrast: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < contrast.length; k++) sum += contrast[k] * weights.weights[feature * weights.outputs + k];
  return sum;
}

/** A feature's contribution is shared evenly by its occurrences, and by the two words of a pair. */
function sharePerWord(
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
    else for (const place of [first, last]) add(words[place], share / 2);
  });
  return perWord;
}

function strongest(perWord: ReadonlyMap<string, number>): TextExplanation['words'] {
  return [...perWord]
    .map(([word, weight]) => ({ word, weight }))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MAX_WORDS);
}
