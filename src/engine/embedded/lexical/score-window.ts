import { TYPO_COVERAGE } from '../query/ranking.js';
import { addBit, type Bitset, hasBit } from '../segment/bitset.js';
import { Bm25Kernel } from './bm25-kernel.js';
import { type FieldPlace, KernelFields } from './kernel-fields.js';
import type { LexicalField } from './lexical-column.js';
import { NO_DOCUMENT, type PostingList, type WeighedField } from './posting-list.js';

/** A word of the query in one segment. */
export interface ListedWord {
  /** Of the word itself and its other forms. */
  known: readonly PostingList[];
  typos: readonly PostingList[];
  weight: number;
  /** Whether any document in scope has it right. */
  isKnown: boolean;
  /** What it counts for with a typo. */
  typoShare: number;
}

interface Asked {
  /** What the words of a document must weigh for it to match. */
  needed: number;
  /** What all words of the query weigh. */
  best: number;
  /** Scales documents that have nothing but typos of words that others have right. */
  typoOnlyFactor: number;
  among: Bitset;
}

interface ScoredDocuments {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float64Array;
}

interface SearchedTexts {
  fields: readonly WeighedField[];
  /** How many documents the segment has. */
  documents: number;
}

/** So many more postings than probably needed are handed over at a time. */
const SPARE = 24;

/**
 * What the words of a query add up to in a window of the documents of one segment. The loops are WebAssembly, with memory of its own:
 * postings are copied there, which takes a small part of the time that it saves.
 */
export class ScoreWindow {
  private readonly kernel = new Bm25Kernel();
  private readonly fields = new KernelFields(this.kernel);
  private readonly places = new Map<LexicalField, FieldPlace>();
  private base = 0;
  private documentsLeft = 0;

  /** How many documents are looked at at a time. */
  get size(): number {
    return this.kernel.window;
  }

  begin({ fields, documents }: SearchedTexts, base: number): void {
    // Nothing is left of the window before, unless something failed there.
    this.kernel.exports.keep(Infinity);
    this.base = base;
    this.documentsLeft = documents - base;
    for (const field of fields) this.places.set(field.field, this.fields.place(field, base));
  }

  /** In all documents, or only in those that a word before was found in. */
  addWord({ known, typos, weight, isKnown, typoShare }: ListedWord, where: 'everywhere' | 'where found'): void {
    const { beginKnown, beginTypos, add, addWhereFound, endWord } = this.kernel.exports;
    const count = where === 'everywhere' ? add : addWhereFound;
    beginKnown();
    this.count(known, count);
    beginTypos();
    this.count(typos, count);
    endWord(weight, weight * typoShare, weight * TYPO_COVERAGE, isKnown);
  }

  /** Forgets the documents whose words weigh less. */
  keep(atLeast: number): void {
    this.kernel.exports.keep(atLeast);
  }

  /** Puts the documents whose words weigh enough into `target`, if they are among the given. */
  finish({ needed, best, typoOnlyFactor, among }: Asked, target: ScoredDocuments): void {
    const { base, kernel } = this;
    const { found, scores } = kernel;
    const size = kernel.exports.finish(needed, best, typoOnlyFactor);
    for (let i = 0; i < size; i++) {
      const document = base + found[i];
      if (!hasBit(among, document)) continue;
      addBit(target.bits, document);
      target.scores[document] = scores[i];
    }
  }

  private count(lists: readonly PostingList[], add: Bm25Kernel['exports']['add']): void {
    const { base, kernel } = this;
    const { useField } = kernel.exports;
    const end = base + kernel.window;
    for (const list of lists) {
      if (list.document >= end) continue;
      const { lengths, factors, longest } = this.places.get(list.field)!;
      useField(lengths, factors, longest);
      while (list.document < end) {
        const count = this.probableCount(list);
        kernel.take(list, list.posting, count);
        list.posting += add(list.document - base, count, list.factor, list.mark);
        list.document = list.posting <= list.last ? base + kernel.nextPlace : NO_DOCUMENT;
      }
    }
  }

  /** How many postings will be in the window, or some more. */
  private probableCount({ posting, last }: PostingList): number {
    const { window, most } = this.kernel;
    const left = last + 1 - posting;
    return Math.min(left, most, Math.ceil((1.2 * left * window) / this.documentsLeft) + SPARE);
  }
}
