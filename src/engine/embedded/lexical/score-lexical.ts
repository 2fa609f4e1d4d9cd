import type { LexicalQuery } from '../../engine.js';
import { addBit, type Bitset, countBits, emptyBitset, fullBitset, hasBit, intersect, subtract } from '../bitset.js';
import type { Deadline } from '../deadline.js';
import type { Segment } from '../segment.js';
import type { ScopedSegment } from '../text-scorer.js';
import { LEXICAL_FIELDS, type LexicalField } from './lexical-column.js';
import { type Occurrences, scratchFor } from './occurrences.js';
import { documentsWithPhrase } from './phrase.js';
import { type LexicalColumns, type Variant, variantsOf } from './word-variants.js';

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

/**
 * BM25 over all documents of a scope. A word's occurrences in title and content are added up before they saturate, so a
 * word in both counts little more than in one. The sum is divided by what the best imaginable document would get, which
 * puts every query on one fixed scale.
 */
export class LexicalScorer {
  private readonly parts: { segment: Segment; scope: Bitset; columns: LexicalColumns; variants: Variant[][] }[];
  private readonly averageLength: Record<LexicalField, number>;
  private readonly weights: number[];

  constructor(
    segments: readonly ScopedSegment[],
    private readonly query: LexicalQuery,
    private readonly deadline: Deadline,
  ) {
    this.parts = segments.map(({ segment, scope }) => {
      deadline.check();
      const columns = columnsOf(segment, query.language);
      return { segment, scope, columns, variants: query.words.map((word) => variantsOf(columns, word)) };
    });
    const documents = segments.reduce((sum, { scope }) => sum + countBits(scope), 0);
    this.averageLength = {
      title: this.totalLength('title') / Math.max(1, documents),
      content: this.totalLength('content') / Math.max(1, documents),
    };
    this.weights = query.words.map(({ weight }, word) => weight * rarity(documents, this.documentsWith(word)));
  }

  /** The terms that matched with a typo, for highlighting. */
  typoTerms(): string[] {
    const typos = this.parts.flatMap(({ variants }) => variants.flat()).filter(({ kind }) => kind === 'typo');
    return [...new Set(typos.map(({ column, term }) => column.terms.text(term)))];
  }

  score(part: number): LexicalMatches {
    const { segment, scope, columns, variants } = this.parts[part];
    const scores = new Float32Array(segment.documents);
    const coverage = new Float32Array(segment.documents);
    this.query.words.forEach((_, word) => {
      this.deadline.check();
      this.addWord(segment, { variants: variants[word], weight: this.weights[word], scores, coverage });
    });
    const allowed = this.required(columns, segment.documents);
    const bits = allowed.slice();
    intersect(bits, scope);
    this.keepCovered(bits, coverage);
    this.toScale(bits, scores);
    return { bits, scores, allowed };
  }

  private addWord(
    segment: Segment,
    word: { variants: readonly Variant[]; weight: number; scores: Float32Array; coverage: Float32Array },
  ): void {
    const known = scratchFor('known', segment.documents);
    const typos = scratchFor('typos', segment.documents);
    for (const variant of word.variants) {
      this.addOccurrences(segment, variant, variant.kind === 'typo' ? typos : known);
    }
    typos.drain((document, count) => {
      if (known.counts[document] > 0) return;
      word.scores[document] += word.weight * TYPO_SHARE * saturated(count);
      word.coverage[document] += word.weight * TYPO_COVERAGE;
    });
    known.drain((document, count) => {
      word.scores[document] += word.weight * saturated(count);
      word.coverage[document] += word.weight;
    });
  }

  private addOccurrences(segment: Segment, { field, column, term, weight }: Variant, target: Occurrences): void {
    const lengths = segment.lengths(field)!;
    const average = this.averageLength[field];
    const factor = weight * FIELD_WEIGHT[field];
    const penalty = LENGTH_PENALTY[field];
    for (let posting = column.postings[term]; posting < column.postings[term + 1]; posting++) {
      const document = column.docs[posting];
      const length = Math.min(LONGEST_COUNTED, lengths[document] / average);
      target.add(document, (factor * column.frequencies[posting]) / (1 - penalty + penalty * length));
    }
  }

  /** What quotes and minus signs ask for. */
  private required(columns: LexicalColumns, documents: number): Bitset {
    const bits = fullBitset(documents);
    for (const phrase of this.query.phrases) intersect(bits, documentsWithPhrase(columns, phrase, documents));
    for (const phrase of this.query.excludedPhrases) subtract(bits, documentsWithPhrase(columns, phrase, documents));
    for (const word of this.query.excludedWords) {
      const excluded = emptyBitset(documents);
      for (const { column, term } of variantsOf(columns, { ...word, typos: false })) {
        for (let i = column.postings[term]; i < column.postings[term + 1]; i++) addBit(excluded, column.docs[i]);
      }
      subtract(bits, excluded);
    }
    return bits;
  }

  private keepCovered(bits: Bitset, coverage: Float32Array): void {
    if (this.query.words.length === 0) return;
    const needed = this.knownWeight() * SHARE_TO_MATCH;
    for (let document = 0; document < coverage.length; document++) {
      const covered = coverage[document] > 0 && coverage[document] >= needed;
      if (!covered) bits[document >>> 5] &= ~(1 << (document & 31));
    }
  }

  private toScale(bits: Bitset, scores: Float32Array): void {
    const best = this.weights.reduce((sum, weight) => sum + weight, 0);
    for (let document = 0; document < scores.length; document++) {
      if (hasBit(bits, document)) scores[document] = best === 0 ? 100 : 100 * Math.sqrt(scores[document] / best);
    }
  }

  /** Words that no document has can't be asked of any. */
  private knownWeight(): number {
    return this.weights.reduce((sum, weight, word) => (this.documentsWith(word) > 0 ? sum + weight : sum), 0);
  }

  private readonly documentCounts: number[] = [];

  /** How many documents have a word, itself or its stem; with a typo only where nobody has it right. */
  private documentsWith(word: number): number {
    this.documentCounts[word] ??= this.countDocuments(word, 'known') || this.countDocuments(word, 'typo');
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
    let total = 0;
    for (const { segment, scope } of this.parts) {
      const lengths = segment.lengths(field);
      if (lengths === null) continue;
      for (let document = 0; document < lengths.length; document++) {
        if (hasBit(scope, document)) total += lengths[document];
      }
    }
    return total;
  }
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
