import { addBit, type Bitset, hasBit } from '../bitset.js';
import { Occurrences, type WeighedField } from './occurrences.js';
import type { Variant } from './word-variants.js';

/** How soon further occurrences of a word stop mattering. */
const SATURATION = 1.2;
/** What a word counts for with a typo when it is asked which words a document has. */
const TYPO_COVERAGE = 0.6;

/** A word of the query in one segment. */
export interface WordToAdd {
  known: readonly Variant[];
  typos: readonly Variant[];
  weight: number;
  /** What it counts for with a typo. */
  typoShare: number;
}

interface ScoredDocuments {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float64Array;
}

/**
 * What the words of a query add up to in the documents of one segment. Only documents that a word was found in are
 * visited, and the memory is used again: a query over a million documents allocates none.
 */
export class DocumentScores {
  private readonly sums: Float32Array;
  /** The weight of the words that a document has; 0 for documents that are not among the touched. */
  private readonly coverage: Float32Array;
  private readonly touched: Uint32Array;
  private size = 0;
  private readonly known: Occurrences;
  private readonly typos: Occurrences;
  private fields: readonly WeighedField[] = [];

  constructor(readonly documents: number) {
    this.sums = new Float32Array(documents);
    this.coverage = new Float32Array(documents);
    this.touched = new Uint32Array(documents);
    this.known = new Occurrences(documents);
    this.typos = new Occurrences(documents);
  }

  /** A query that ran out of time may have left something behind. */
  begin(fields: readonly WeighedField[]): void {
    for (let i = 0; i < this.size; i++) {
      this.sums[this.touched[i]] = 0;
      this.coverage[this.touched[i]] = 0;
    }
    this.size = 0;
    this.fields = fields;
  }

  /** In all documents, or only in those that a word before was found in. */
  addWord({ known, typos, weight, typoShare }: WordToAdd, among: 'all' | 'touched'): void {
    this.count(known, this.known, among);
    this.count(typos, this.typos, among);
    this.addTypos(weight * typoShare, weight * TYPO_COVERAGE);
    this.addKnown(weight);
  }

  /** Puts the documents whose words weigh enough into `target`, if they are among the given, and forgets all of them. */
  finish({ needed, best, among }: { needed: number; best: number; among: Bitset }, target: ScoredDocuments): void {
    const { sums, coverage, touched, size } = this;
    const { bits, scores } = target;
    for (let i = 0; i < size; i++) {
      const document = touched[i];
      if (coverage[document] >= needed && hasBit(among, document)) {
        addBit(bits, document);
        scores[document] = 100 * Math.sqrt(sums[document] / best);
      }
      sums[document] = 0;
      coverage[document] = 0;
    }
    this.size = 0;
  }

  private count(variants: readonly Variant[], target: Occurrences, among: 'all' | 'touched'): void {
    for (const field of this.fields) {
      for (const variant of variants) {
        if (among === 'all') target.add(field, variant);
        else target.addAmong(this.coverage, field, variant);
      }
    }
  }

  /** Where a document has the word right, that it also has it wrong counts for nothing. */
  private addTypos(share: number, weight: number): void {
    const { counts, touched, size } = this.typos;
    for (let i = 0; i < size; i++) {
      const document = touched[i];
      if (this.known.counts[document] === 0) this.add(document, share * saturated(counts[document]), weight);
      counts[document] = 0;
    }
    this.typos.size = 0;
  }

  private addKnown(weight: number): void {
    const { counts, touched, size } = this.known;
    for (let i = 0; i < size; i++) {
      const document = touched[i];
      this.add(document, weight * saturated(counts[document]), weight);
      counts[document] = 0;
    }
    this.known.size = 0;
  }

  private add(document: number, score: number, weight: number): void {
    const covered = this.coverage[document];
    if (covered === 0) this.touched[this.size++] = document;
    this.coverage[document] = covered + weight;
    this.sums[document] += score;
  }
}

let spare: DocumentScores | null = null;

/** Empty, for one segment: of one the scores are read before those of the next are begun. */
export function documentScores(documents: number): DocumentScores {
  if (spare === null || spare.documents < documents) spare = new DocumentScores(documents);
  return spare;
}

/** From 0 towards 1: the first occurrence says most. */
function saturated(count: number): number {
  return count / (count + SATURATION);
}
