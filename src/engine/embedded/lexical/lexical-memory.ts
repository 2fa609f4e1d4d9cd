import { LruCache } from '../../../algorithms/lru-cache.js';
import { FIELDS, LONGEST_COUNTED } from '../query/ranking.js';
import type { Bitset } from '../segment/bitset.js';
import { addBit, emptyBitset, hasBit } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import type { LexicalColumn, LexicalField } from './lexical-column.js';
import { PostingCursor } from './posting-cursor.js';
import { ScoreWindow } from './score-window.js';
import { DocumentCounter, SegmentWords } from './segment-words.js';
import { TypoFinder } from './typo-index.js';

/** As many lengths as a column of lengths can hold. */
const LENGTHS = 65_536;
/** Tables of length factors, a quarter of a megabyte each at most. The average changes with the scope and every write. */
const TABLES_CACHED = 8;

interface SegmentInScope {
  segment: Segment;
  scope: Bitset;
}

/**
 * What a query thread keeps from one search by words to the next: buffers that are used again, and what it has found out
 * about segments, which is gone with them. A thread runs one query at a time, so queries can share it.
 */
export class LexicalMemory {
  readonly window = new ScoreWindow();
  readonly #tools = { typos: new TypoFinder(), counter: new DocumentCounter() };
  readonly #words = new WeakMap<Segment, Map<string, SegmentWords>>();
  readonly #lengthFactors = new LruCache<Float32Array>(TABLES_CACHED);
  /** How many words the texts of a scope have in each field. */
  readonly #wordCounts = new WeakMap<Bitset, Map<LexicalField, number>>();
  readonly #openings = new WeakMap<LexicalColumn, Bitset>();
  #titleScores = new Float64Array(0);

  words(segment: Segment, language: string): SegmentWords {
    const languages = this.#words.get(segment) ?? new Map<string, SegmentWords>();
    this.#words.set(segment, languages);
    const words = languages.get(language) ?? new SegmentWords(segment, language, this.#tools);
    languages.set(language, words);
    return words;
  }

  /** BM25's length normalisation: what an occurrence counts in a text of each length. Longer texts count as the last. */
  lengthFactors(field: LexicalField, parts: readonly SegmentInScope[], documents: number): Float32Array {
    const average = parts.reduce((sum, part) => sum + this.#wordsIn(part, field), 0) / Math.max(1, documents);
    return this.#lengthFactors.getOrMake(`${field} ${average}`, () => factorsFor(average, FIELDS[field].b));
  }

  /** A score for each title, to be overwritten: only those written since may be read. */
  titleScores(documents: number): Float64Array {
    if (this.#titleScores.length < documents) this.#titleScores = new Float64Array(documents);
    return this.#titleScores;
  }

  /** The postings of terms that a text begins with: a bit for each posting. */
  openingPostings(column: LexicalColumn): Bitset {
    const known = this.#openings.get(column);
    if (known !== undefined) return known;
    const bits = emptyBitset(column.gaps.length);
    for (let term = 0; term < column.vocabulary.terms.size; term++) {
      for (const cursor = new PostingCursor(column, term); !cursor.atEnd; cursor.next()) {
        if (cursor.opensText) addBit(bits, cursor.posting);
      }
    }
    this.#openings.set(column, bits);
    return bits;
  }

  #wordsIn({ segment, scope }: SegmentInScope, field: LexicalField): number {
    const lengths = segment.lengths(field);
    if (lengths === null) return 0;
    const counted = this.#wordCounts.get(scope) ?? new Map<LexicalField, number>();
    this.#wordCounts.set(scope, counted);
    const words = counted.get(field) ?? sumOver(lengths, scope);
    counted.set(field, words);
    return words;
  }
}

function factorsFor(average: number, b: number): Float32Array {
  const longest = Math.min(LENGTHS - 1, Math.ceil(LONGEST_COUNTED * average));
  const factors = new Float32Array(longest + 1).fill(1 / (1 - b + b * LONGEST_COUNTED));
  for (let length = 0; length < longest; length++) factors[length] = 1 / (1 - b + (b * length) / average);
  return factors;
}

function sumOver(lengths: Uint16Array, scope: Bitset): number {
  let total = 0;
  for (let document = 0; document < lengths.length; document++) {
    if (hasBit(scope, document)) total += lengths[document];
  }
  return total;
}
