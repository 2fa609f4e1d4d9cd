import { LruCache } from '../query/lru-cache.js';
import { FIELDS, LONGEST_COUNTED } from '../query/ranking.js';
import type { ScopedSegment } from '../query/text-scorer.js';
import { type Bitset, hasBit } from '../segment/bitset.js';
import type { LexicalField } from './lexical-column.js';

/** As many lengths as a column of lengths can hold. */
const LENGTHS = 65_536;

/** What an occurrence counts in a text of each length, next to one of average length. Longer texts count as the last. */
export function lengthFactors(field: LexicalField, parts: readonly ScopedSegment[], documents: number): Float32Array {
  const average = parts.reduce((sum, part) => sum + wordsOf(part, field), 0) / Math.max(1, documents);
  return remembered.get(`${field} ${average}`, () => factorsFor(average, FIELDS[field].b));
}

/** A quarter of a megabyte each at most. The average changes with the scope and with every write. */
const remembered = new LruCache<Float32Array>(8);

function factorsFor(average: number, b: number): Float32Array {
  const longest = Math.min(LENGTHS - 1, Math.ceil(LONGEST_COUNTED * average));
  const factors = new Float32Array(longest + 1).fill(1 / (1 - b + b * LONGEST_COUNTED));
  for (let length = 0; length < longest; length++) factors[length] = 1 / (1 - b + (b * length) / average);
  return factors;
}

/** How many words the texts of a scope have in each field: scopes come again, and are gone with those who asked. */
const wordsOfScopes = new WeakMap<Bitset, Map<LexicalField, number>>();

function wordsOf({ segment, scope }: ScopedSegment, field: LexicalField): number {
  const lengths = segment.lengths(field);
  if (lengths === null) return 0;
  const counted = wordsOfScopes.get(scope) ?? new Map<LexicalField, number>();
  wordsOfScopes.set(scope, counted);
  const words = counted.get(field) ?? sumOver(lengths, scope);
  counted.set(field, words);
  return words;
}

function sumOver(lengths: Uint16Array, scope: Bitset): number {
  let total = 0;
  for (let document = 0; document < lengths.length; document++) {
    if (hasBit(scope, document)) total += lengths[document];
  }
  return total;
}
