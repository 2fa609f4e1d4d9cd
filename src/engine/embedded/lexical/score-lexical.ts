import type { LexicalQuery, Typo } from '../../engine.js';
import { addBit, type Bitset, countBits, emptyBitset, fullBitset, hasBit, intersect, subtract } from '../bitset.js';
import type { Deadline } from '../deadline.js';
import { keepAtLeast } from '../keep-documents.js';
import type { Segment } from '../segment.js';
import type { ScopedSegment } from '../text-scorer.js';
import { LEXICAL_FIELDS, type LexicalField } from './lexical-column.js';
import { type Occurrences, scratchFor } from './occurrences.js';
import { documentsWithPhrase } from './phrase.js';
import { type LexicalColumns, type Variant, variantsOf, wordLookUp } from './word-variants.js';

/** How soon further occurrences of a word stop mattering. */
const SATURATION = 1.2;
const FIELD_WEIGHT: Record<LexicalField, number> = { title: 3, content: 1 };
/** How much a text longer than the average counts less. */
const LENGTH_PENALTY: Record<LexicalField, number> = { title: 0.5, content: 0.75 };
/** Texts count as at most so many times the average length, so that a word always counts for something. */
const LONGEST_COUNTED = 4;
/**
 * What a word can count for at most where it is mistyped. Once in the longest of contents, the word itself counts for
 * 0.20 and another form of it for 0.17: a typo never outranks either, however often it occurs.
 */
const TYPO_SHARE = 0.15;
/** The same where nobody in scope has the word right: then what looks like it is probably meant. */
const TYPO_SHARE_OF_UNKNOWN = 0.5;
/** A document matches if the words it has carry this share of the query's weight. Chosen with `bench/search-quality.ts`. */
const SHARE_TO_MATCH = 0.15;
const TYPO_COVERAGE = 0.6;

export interface LexicalMatches {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float32Array;
  /** What quotes and minus signs leave, whether its words match or not. */
  allowed: Bitset;
}

/** A word of the query in one segment, and what it is added to. */
interface WordToAdd {
  variants: readonly Variant[];
  weight: number;
  typoShare: number;
  scores: Float32Array;
  coverage: Float32Array;
}

/**
 * BM25 over all documents of a scope. A word's occurrences in title and content are added up before they saturate, so a
 * word in both counts little more than in one. The sum is divided by what the best imaginable document would get, which
 * puts every query on one fixed scale.
 */
export class LexicalScorer {
  private readonly parts: { segment: Segment; scope: Bitset; columns: LexicalColumns; variants: Variant[][] }[];
  private readonly divisors: Record<LexicalField, Float64Array>;
  private readonly weights: number[];

  constructor(
    segments: readonly ScopedSegment[],
    private readonly query: LexicalQuery,
    private readonly deadline: Deadline,
  ) {
    const lookUps = query.words.map(wordLookUp);
    this.parts = segments.map(({ segment, scope }) => {
      deadline.check();
      const columns = columnsOf(segment, query.language);
      return { segment, scope, columns, variants: lookUps.map((word) => variantsOf(columns, word)) };
    });
    const documents = segments.reduce((sum, { scope }) => sum + countBits(scope), 0);
    this.divisors = {
      title: lengthDivisors('title', this.totalLength('title') / Math.max(1, documents)),
      content: lengthDivisors('content', this.totalLength('content') / Math.max(1, documents)),
    };
    this.weights = query.words.map(({ weight }, word) => weight * rarity(documents, this.documentsWith(word)));
  }

  /** The terms that matched with a typo, for highlighting. */
  typos(): Typo[] {
    return this.query.words.flatMap((word, index) => {
      const typos = this.parts.flatMap(({ variants }) => variants[index]).filter(({ kind }) => kind === 'typo');
      const terms = new Set(typos.map(({ column, term }) => column.terms.text(term)));
      return [...terms].map((term) => ({ term, word: word.term }));
    });
  }

  score(part: number): LexicalMatches {
    const { segment, scope, columns, variants } = this.parts[part];
    const scores = new Float32Array(segment.documents);
    const coverage = emptyCoverage(segment.documents);
    this.query.words.forEach((_, word) => {
      this.deadline.check();
      const typoShare = this.isKnown[word] ? TYPO_SHARE : TYPO_SHARE_OF_UNKNOWN;
      const weight = this.weights[word];
      this.addWord(segment, { variants: variants[word], weight, typoShare, scores, coverage });
    });
    const allowed = this.required(columns, segment.documents);
    const bits = allowed.slice();
    intersect(bits, scope);
    if (this.query.words.length > 0) keepAtLeast(bits, coverage, this.neededCoverage());
    this.toScale(bits, scores);
    return { bits, scores, allowed };
  }

  /** Counts are forgotten as they are read, so that the next word finds them empty. */
  private addWord(segment: Segment, { variants, weight, typoShare, scores, coverage }: WordToAdd): void {
    const known = scratchFor('known', segment.documents);
    const typos = scratchFor('typos', segment.documents);
    for (const variant of variants) this.addOccurrences(segment, variant, variant.kind === 'typo' ? typos : known);
    for (let i = 0; i < typos.size; i++) {
      const document = typos.touched[i];
      if (known.counts[document] === 0) {
        scores[document] += weight * typoShare * saturated(typos.counts[document]);
        coverage[document] += weight * TYPO_COVERAGE;
      }
      typos.counts[document] = 0;
    }
    for (let i = 0; i < known.size; i++) {
      const document = known.touched[i];
      scores[document] += weight * saturated(known.counts[document]);
      coverage[document] += weight;
      known.counts[document] = 0;
    }
    typos.size = 0;
    known.size = 0;
  }

  /** The innermost loop of a search by words: everything it needs is at hand. */
  private addOccurrences(segment: Segment, { field, column, term, weight }: Variant, target: Occurrences): void {
    const lengths = segment.lengths(field)!;
    const { docs, frequencies, postings } = column;
    const { counts, touched } = target;
    const divisors = this.divisors[field];
    const longest = divisors.length - 1;
    const factor = weight * FIELD_WEIGHT[field];
    const end = postings[term + 1];
    let { size } = target;
    for (let posting = postings[term]; posting < end; posting++) {
      const document = docs[posting];
      const before = counts[document];
      if (before === 0) touched[size++] = document;
      counts[document] = before + (factor * frequencies[posting]) / divisors[Math.min(longest, lengths[document])];
    }
    target.size = size;
  }

  /** What quotes and minus signs ask for. */
  private required(columns: LexicalColumns, documents: number): Bitset {
    const bits = fullBitset(documents);
    for (const phrase of this.query.phrases) intersect(bits, documentsWithPhrase(columns, phrase, documents));
    for (const phrase of this.query.excludedPhrases) subtract(bits, documentsWithPhrase(columns, phrase, documents));
    for (const word of this.query.excludedWords) {
      const excluded = emptyBitset(documents);
      for (const { column, term } of variantsOf(columns, wordLookUp({ ...word, typos: false }))) {
        for (let i = column.postings[term]; i < column.postings[term + 1]; i++) addBit(excluded, column.docs[i]);
      }
      subtract(bits, excluded);
    }
    return bits;
  }

  /** More than none, and enough of what the words that any document has would be. */
  private neededCoverage(): number {
    return Math.max(Number.MIN_VALUE, this.knownWeight() * SHARE_TO_MATCH);
  }

  private toScale(bits: Bitset, scores: Float32Array): void {
    const best = this.weights.reduce((sum, weight) => sum + weight, 0);
    for (let i = 0; i < bits.length; i++) {
      for (let rest = bits[i]; rest !== 0; rest &= rest - 1) {
        const document = (i << 5) + 31 - Math.clz32(rest & -rest);
        scores[document] = best === 0 ? 100 : 100 * Math.sqrt(scores[document] / best);
      }
    }
  }

  /** Words that no document has can't be asked of any. */
  private knownWeight(): number {
    return this.weights.reduce((sum, weight, word) => (this.documentsWith(word) > 0 ? sum + weight : sum), 0);
  }

  private readonly documentCounts: number[] = [];
  /** Whether any document in scope has the word itself or its stem. */
  private readonly isKnown: boolean[] = [];

  /** How many documents have a word, itself or its stem; with a typo only where nobody has it right. */
  private documentsWith(word: number): number {
    if (this.documentCounts[word] === undefined) {
      const known = this.countDocuments(word, 'known');
      this.isKnown[word] = known > 0;
      this.documentCounts[word] = known || this.countDocuments(word, 'typo');
    }
    return this.documentCounts[word];
  }

  private countDocuments(word: number, kind: 'known' | 'typo'): number {
    let count = 0;
    for (const { segment, scope, variants } of this.parts) {
      const wanted = variants[word].filter((variant) => (variant.kind === 'typo') === (kind === 'typo'));
      if (wanted.length === 0) continue;
      const found = emptyBitset(segment.documents);
      for (const { column, term } of wanted) {
        for (let i = column.postings[term]; i < column.postings[term + 1]; i++) addBit(found, column.docs[i]);
      }
      intersect(found, scope);
      count += countBits(found);
    }
    return count;
  }

  private totalLength(field: LexicalField): number {
    return this.parts.reduce((sum, { segment, scope }) => sum + lengthOfScope(segment, field, scope), 0);
  }
}

let coverageScratch = new Float32Array(0);

/** Zeros, in memory that every call uses again: of one segment the coverage is read before that of the next is begun. */
function emptyCoverage(documents: number): Float32Array {
  if (coverageScratch.length < documents) coverageScratch = new Float32Array(documents);
  return coverageScratch.fill(0, 0, documents);
}

/** The words of whole segments, gone with them: nearly every query asks for them. */
const lengthOfAll = new WeakMap<Uint16Array, number>();

function lengthOfScope(segment: Segment, field: LexicalField, scope: Bitset): number {
  const lengths = segment.lengths(field);
  if (lengths === null) return 0;
  if (countBits(scope) < lengths.length) return sumOver(lengths, scope);
  let all = lengthOfAll.get(lengths);
  if (all === undefined) {
    all = sumOver(lengths, scope);
    lengthOfAll.set(lengths, all);
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

/** What an occurrence is divided by in a text of each length; the last one holds for all longer texts. */
function lengthDivisors(field: LexicalField, average: number): Float64Array {
  const penalty = LENGTH_PENALTY[field];
  const longest = Math.min(65_535, Math.ceil(LONGEST_COUNTED * average));
  return Float64Array.from(
    { length: longest + 1 },
    (_, length) => 1 - penalty + penalty * Math.min(LONGEST_COUNTED, length / average),
  );
}

/** From 0 towards 1: the first occurrence says most. */
function saturated(count: number): number {
  return count / (count + SATURATION);
}

/** The weight of a word: the fewer documents have it, the more it tells. */
function rarity(documents: number, withWord: number): number {
  return Math.log(1 + (documents - withWord + 0.5) / (withWord + 0.5));
}

function columnsOf(segment: Segment, language: string): LexicalColumns {
  const columns = new Map();
  for (const field of LEXICAL_FIELDS) {
    const column = segment.lexical(field, language);
    if (column !== null) columns.set(field, column);
  }
  return columns;
}
