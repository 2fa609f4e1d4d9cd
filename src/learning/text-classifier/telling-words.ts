import type { TellingFeatures } from '../../domain/model/model.js';
import { columnOf, gramWords, visitGrams } from '../ngram-features.js';
import type { TextClassifier } from './model.js';

export interface ClassifiedTexts {
  texts: readonly string[];
  /** The class of each text. */
  classes: Uint32Array;
}

/** Bounds of what a version tells. */
const MAX_LABELS = 50;
const MAX_WORDS = 12;
/** Bounds of the work; more texts and later words would hardly change which words are the strongest. */
const TEXTS_PER_LABEL = 300;
const WORDS_PER_TEXT = 200;
/** A word of a single text may be a name, and says nothing about the label. */
const MIN_TEXTS = 2;
/** A word without letters or digits can't be read, and one letter tells nobody anything. */
const READABLE = /[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{Script=Han}]/u;

/** How many texts there are, and how many of them have each word. */
interface WordCounts {
  texts: number;
  counts: Map<string, number>;
}

/**
 * The words that speak most for each of the most frequent labels: what the n-grams of a word add to the log odds of the label
 * against the mean of the others, times how much more often its texts have the word than others do. Without the second factor,
 * "the" would come first. Meaning, the other half of the model, has no words of its own.
 */
export function tellingWords(model: TextClassifier, examples: ClassifiedTexts): TellingFeatures {
  const frequent = [...model.labels.keys()].sort((a, b) => model.seen[b] - model.seen[a] || a - b).slice(0, MAX_LABELS);
  const perLabel = frequent.map((own) => countWords(textsOf(examples, own)));
  const all = sumOf(perLabel);
  const meanWeights = meanOverLabels(model);
  const labels = frequent.map((own, i) => {
    const words = [...perLabel[i].counts]
      .filter(([word, count]) => count >= MIN_TEXTS && READABLE.test(word))
      .map(([word]) => ({
        word,
        weight: rounded(weightOf(word, model, { own, meanWeights }) * surplus(word, perLabel[i], all)),
      }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
    return { label: model.labels[own], words: words.slice(0, MAX_WORDS) };
  });
  return { kind: 'words', labels };
}

/** The share of the label's texts that have the word minus that of the others; 0 if it is not larger. */
function surplus(word: string, own: WordCounts, all: WordCounts): number {
  const inOwn = own.counts.get(word)!;
  const inOthers = (all.counts.get(word)! - inOwn) / Math.max(1, all.texts - own.texts);
  return Math.max(0, inOwn / own.texts - inOthers);
}

/** The mean weight of each n-gram over all labels. */
function meanOverLabels({ weights, vocabulary, dimensions }: TextClassifier): Float64Array {
  return Float64Array.from(vocabulary.hashes, (_, column) => {
    const from = (dimensions + column) * weights.outputs;
    let sum = 0;
    for (let k = 0; k < weights.outputs; k++) sum += weights.weights[from + k];
    return sum / weights.outputs;
  });
}

/** Evenly chosen texts of one label. */
function textsOf({ texts, classes }: ClassifiedTexts, own: number): string[] {
  const members = [...classes.keys()].filter((i) => classes[i] === own);
  const step = Math.max(1, members.length / TEXTS_PER_LABEL);
  return Array.from(
    { length: Math.min(members.length, TEXTS_PER_LABEL) },
    (_, i) => texts[members[Math.floor(i * step)]],
  );
}

function countWords(texts: readonly string[]): WordCounts {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = new Set(gramWords(text).slice(0, WORDS_PER_TEXT));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { texts: texts.length, counts };
}

function sumOf(parts: readonly WordCounts[]): WordCounts {
  const counts = new Map<string, number>();
  for (const part of parts) {
    for (const [word, count] of part.counts) counts.set(word, (counts.get(word) ?? 0) + count);
  }
  return { texts: parts.reduce((sum, { texts }) => sum + texts, 0), counts };
}

/** What the word and its character n-grams add, if the text had no other words. */
function weightOf(
  word: string,
  model: TextClassifier,
  { own, meanWeights }: { own: number; meanWeights: Float64Array },
): number {
  const { vocabulary, weights, dimensions, gramWeight, temperature } = model;
  let sum = 0;
  let squares = 0;
  visitGrams([word], (hash) => {
    const column = columnOf(vocabulary, hash);
    if (column < 0) return;
    const idf = vocabulary.idf[column];
    squares += idf * idf;
    // The mean of the others is the mean of all without the label itself.
    const contrast = weights.weights[(dimensions + column) * weights.outputs + own] - meanWeights[column];
    sum += (idf * contrast * weights.outputs) / (weights.outputs - 1);
  });
  return squares === 0 ? 0 : (sum * gramWeight) / temperature / Math.sqrt(squares);
}

function rounded(weight: number): number {
  return Math.round(weight * 10_000) / 10_000;
}
