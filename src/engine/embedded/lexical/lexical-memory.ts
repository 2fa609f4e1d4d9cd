import { LruCache } from '../../../algorithms/lru-cache.js';
import type { LexicalField } from '../../document/analysed-text.js';
import { FIELDS, LONGEST_COUNTED, PASSAGE_WORDS } from '../../ranking/ranking.js';
import type { Bitset } from '../segment/bitset.js';
import { addBit, emptyBitset, hasBit } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import type { LexicalColumn } from './lexical-column.js';
import { PostingCursor } from './postings.js';
import { ScoreWindow } from './score-window.js';
import { DocumentCounter, SegmentWords } from './segment-words.js';
import { TypoFinder } from './typo-index.js';

/** Lengths have 16 bits. */
const LENGTHS = 65_536;
/** Cached tables of length factors, at most 256 KB each. Every scope and every write has another average length. */
const TABLES_CACHED = 8;

interface SegmentInScope {
  segment: Segment;
  scope: Bitset;
}

/**
 * What a query thread keeps between lexical searches: buffers for reuse, and caches about segments, which are collected
 * together with their segment. A thread runs one query at a time, so queries can share it.
 */
export class LexicalMemory {
  readonly window = new ScoreWindow();
  readonly #tools = { typos: new TypoFinder(), counter: new DocumentCounter() };
  readonly #words = new WeakMap<Segment, Map<string, SegmentWords>>();
  readonly #lengthFactors = new LruCache<Float32Array>(TABLES_CACHED);
  /** Total words in each field, by scope. */
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

  /** BM25's length normalisation: the factor of an occurrence, by the length of the text. Longer texts use the last entry. */
  lengthFactors(field: LexicalField, parts: readonly SegmentInScope[], documents: number): Float32Array {
    const average = parts.reduce((sum, part) => sum + this.#wordsIn(part, field), 0) / Math.max(1, documents);
    return this.#lengthFactors.getOrMake(`${field} ${average}`, () => factorsFor(average, FIELDS[field].b));
  }

  /** The same for contents that are compared passage by passage: the longer ones consist of passages of about one length. */
  readonly passageFactors = factorsOfPassages();

  /** A buffer with room for a score of each title. It is not cleared: read only what you have written. */
  titleScores(documents: number): Float64Array {
    if (this.#titleScores.length < documents) this.#titleScores = new Float64Array(documents);
    return this.#titleScores;
  }

  /** One bit per posting: set where the term is the first word of the text. */
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

function factorsOfPassages(): Float32Array {
  const { b } = FIELDS.content;
  return Float32Array.from({ length: PASSAGE_WORDS + 1 }, (_, length) => 1 / (1 - b + (b * length) / PASSAGE_WORDS));
}

function sumOver(lengths: Uint16Array, scope: Bitset): number {
  let total = 0;
  for (let document = 0; document < lengths.length; document++) {
    if (hasBit(scope, document)) total += lengths[document];
  }
  return total;
}
