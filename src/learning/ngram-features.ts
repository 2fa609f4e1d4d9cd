import { wordsOf } from '../text/frozen-words.js';
import type { SparseRow } from './linear/linear-model.js';

/** Later words hardly change a label, and one long example must not cost as much as a thousand short ones. */
const MAX_WORDS = 2_000;
const CHARACTER_NGRAM_SIZES = [3, 4, 5];

export function gramWords(text: string): string[] {
  return wordsOf(text).slice(0, MAX_WORDS);
}

/** Called with the hash of each n-gram and the first and last word it spans; explanations need the words. */
export type GramVisitor = (hash: number, first: number, last: number) => void;

/** Visits word unigrams, word bigrams, and character 3- to 5-grams of each word with a space on both sides. */
export function visitGrams(words: readonly string[], visit: GramVisitor): void {
  let previous = 0;
  words.forEach((word, i) => {
    const hash = fnv1a(word, 0, word.length);
    visit(murmurFinalizer(hash ^ 0x1b873593), i, i);
    if (i > 0) visit(murmurFinalizer(Math.imul(previous, 31) ^ hash), i - 1, i);
    previous = hash;
    visitCharacterNgrams(` ${word} `, (gram) => visit(gram, i, i));
  });
}

function visitCharacterNgrams(word: string, visit: (hash: number) => void): void {
  for (const size of CHARACTER_NGRAM_SIZES) {
    for (let from = 0; from + size <= word.length; from++)
      visit(murmurFinalizer(fnv1a(word, from, from + size) + size));
  }
}

function fnv1a(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The finalizer of MurmurHash3: FNV-1a alone does not mix its high bits well. */
function murmurFinalizer(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** An n-gram of a single text can only be memorised, not learnt from. */
const MIN_DOCUMENT_FREQUENCY = 2;
/** Above this, the rarest n-grams are pruned while counting: a Map holds at most 16 million entries. */
const MAX_COUNTED = 4_000_000;

/**
 * The n-grams that are features, identified by hash. A feature's column is the index of its hash. Two n-grams with the
 * same 32-bit hash share a column, which is rarer than a misspelling.
 */
export interface GramVocabulary {
  /** Ascending. */
  hashes: Uint32Array;
  /** The smoothed inverse document frequency of each column. */
  idf: Float32Array;
}

/** Learns the vocabulary of texts, given as words. If there are too many n-grams, the most frequent are kept. */
export function learnVocabulary(texts: Iterable<readonly string[]>, maxFeatures: number): GramVocabulary {
  const { frequencies, textCount } = documentFrequencies(texts);
  const kept = [...frequencies].filter(([, frequency]) => frequency >= MIN_DOCUMENT_FREQUENCY);
  if (kept.length > maxFeatures) kept.sort((a, b) => b[1] - a[1] || a[0] - b[0]).length = maxFeatures;
  kept.sort((a, b) => a[0] - b[0]);
  return {
    hashes: Uint32Array.from(kept, ([hash]) => hash),
    idf: Float32Array.from(kept, ([, frequency]) => Math.log((textCount + 1) / (frequency + 1)) + 1),
  };
}

function documentFrequencies(texts: Iterable<readonly string[]>): {
  frequencies: Map<number, number>;
  textCount: number;
} {
  const frequencies = new Map<number, number>();
  let textCount = 0;
  for (const words of texts) {
    const seen = new Set<number>();
    visitGrams(words, (hash) => seen.add(hash));
    for (const hash of seen) frequencies.set(hash, (frequencies.get(hash) ?? 0) + 1);
    if (frequencies.size > MAX_COUNTED) pruneRarest(frequencies);
    textCount++;
  }
  return { frequencies, textCount };
}

function pruneRarest(frequencies: Map<number, number>): void {
  for (let least = MIN_DOCUMENT_FREQUENCY; frequencies.size > MAX_COUNTED / 2; least++) {
    for (const [hash, frequency] of frequencies) if (frequency < least) frequencies.delete(hash);
  }
}

/** The column of an n-gram by binary search, or -1. */
export function columnOf({ hashes }: GramVocabulary, hash: number): number {
  let low = 0;
  let high = hashes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (hashes[middle] === hash) return middle;
    if (hashes[middle] < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** TF-IDF with logarithmic term frequency, L2-normalised. Empty if the text has no known n-gram. */
export function tfIdfRow(vocabulary: GramVocabulary, words: readonly string[]): SparseRow {
  const counts = new Map<number, number>();
  visitGrams(words, (hash) => {
    const column = columnOf(vocabulary, hash);
    if (column >= 0) counts.set(column, (counts.get(column) ?? 0) + 1);
  });
  const columns = [...counts.keys()];
  const values = columns.map((column) => (1 + Math.log(counts.get(column)!)) * vocabulary.idf[column]);
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { columns, values: values.map((value) => value / norm) };
}
