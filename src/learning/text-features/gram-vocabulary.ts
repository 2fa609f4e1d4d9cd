import type { SparseRow } from '../linear/feature-rows.js';
import { visitGrams } from './text-grams.js';

/** A feature in one text alone can't be learnt from, only remembered. */
const LEAST_TEXTS = 2;
/** Beyond this, features met once so far are forgotten now and then: a map has room for 16 million. */
const MAX_COUNTED = 4_000_000;

/**
 * Which features count, by hash, ascending; a feature's column is its place here. Two features with one hash share a
 * column: at 32 bits that is rarer than a misspelling. `rarity` is the logarithm of how few texts have it.
 */
export interface GramVocabulary {
  hashes: Uint32Array;
  rarity: Float32Array;
}

/** Learns the vocabulary of texts, given as their words. Of too many features, those of the most texts stay. */
export function learnVocabulary(texts: Iterable<readonly string[]>, maxFeatures: number): GramVocabulary {
  const { counts, total } = countTexts(texts);
  const kept = [...counts].filter(([, count]) => count >= LEAST_TEXTS);
  if (kept.length > maxFeatures) kept.sort((a, b) => b[1] - a[1] || a[0] - b[0]).length = maxFeatures;
  kept.sort((a, b) => a[0] - b[0]);
  return {
    hashes: Uint32Array.from(kept, ([hash]) => hash),
    rarity: Float32Array.from(kept, ([, count]) => Math.log((total + 1) / (count + 1)) + 1),
  };
}

function countTexts(texts: Iterable<readonly string[]>): { counts: Map<number, number>; total: number } {
  const counts = new Map<number, number>();
  let total = 0;
  for (const words of texts) {
    const seen = new Set<number>();
    visitGrams(words, (hash) => seen.add(hash));
    for (const hash of seen) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    if (counts.size > MAX_COUNTED) forgetRare(counts);
    total++;
  }
  return { counts, total };
}

function forgetRare(counts: Map<number, number>): void {
  for (let least = LEAST_TEXTS; counts.size > MAX_COUNTED / 2; least++) {
    for (const [hash, count] of counts) if (count < least) counts.delete(hash);
  }
}

/** The place of a hash in the vocabulary, or -1. */
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

/** Dampened counts times rarity, of length 1 as a whole unless the text has no known feature. */
export function gramRow(vocabulary: GramVocabulary, words: readonly string[]): SparseRow {
  const counts = new Map<number, number>();
  visitGrams(words, (hash) => {
    const column = columnOf(vocabulary, hash);
    if (column >= 0) counts.set(column, (counts.get(column) ?? 0) + 1);
  });
  const columns = [...counts.keys()];
  const values = columns.map((column) => (1 + Math.log(counts.get(column)!)) * vocabulary.rarity[column]);
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { columns, values: values.map((value) => value / length) };
}
