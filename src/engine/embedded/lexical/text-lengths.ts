import { type Bitset, hasBit } from '../bitset.js';
import type { Segment } from '../segment.js';
import type { LexicalField } from './lexical-column.js';

/** How much a text longer than the average counts less. */
const LENGTH_PENALTY: Record<LexicalField, number> = { title: 0.5, content: 0.75 };
/** Texts count as at most so many times the average length, so that a word always counts for something. */
const LONGEST_COUNTED = 4;

/** Some documents of a segment, and whether they are all of it. */
interface Part {
  segment: Segment;
  scope: Bitset;
  isWhole: boolean;
}

/** What an occurrence counts in a text of each length, next to one of average length; the last one holds for all longer texts. */
export function lengthFactors(field: LexicalField, parts: readonly Part[], documents: number): Float64Array {
  const average = parts.reduce((sum, part) => sum + wordsOf(part, field), 0) / Math.max(1, documents);
  const penalty = LENGTH_PENALTY[field];
  const longest = Math.min(65_535, Math.ceil(LONGEST_COUNTED * average));
  return Float64Array.from(
    { length: longest + 1 },
    (_, length) => 1 / (1 - penalty + penalty * Math.min(LONGEST_COUNTED, length / average)),
  );
}

/** The words of whole segments, gone with them: nearly every query asks for them. */
const wordsOfAll = new WeakMap<Uint16Array, number>();

function wordsOf({ segment, scope, isWhole }: Part, field: LexicalField): number {
  const lengths = segment.lengths(field);
  if (lengths === null) return 0;
  if (!isWhole) return sumOver(lengths, scope);
  let all = wordsOfAll.get(lengths);
  if (all === undefined) {
    all = sumOver(lengths, scope);
    wordsOfAll.set(lengths, all);
  }
  return all;
}

function sumOver(lengths: Uint16Array, scope: Bitset): number {
  let total = 0;
  for (let document = 0; document < lengths.length; document++) {
    if (hasBit(scope, document)) total += lengths[document];
  }
  return total;
}
