import type { LexicalField } from '../../document/analysed-text.js';
import { stretched, TYPO_COVERAGE, type WordSaturation } from '../../ranking/ranking.js';
import { addBit, type Bitset, hasBit } from '../segment/bitset.js';
import { Bm25Kernel } from './bm25-kernel.js';
import { type FieldPlace, KernelFields } from './kernel-fields.js';
import { NO_DOCUMENT, type PostingList, type WeighedField } from './posting-list.js';

/** A word of the query with its postings in one segment. */
export interface ListedWord {
  /** Postings of the word itself and of its other forms. */
  known: readonly PostingList[];
  typos: readonly PostingList[];
  weight: number;
  /** Whether any document in scope has the word spelt right. */
  isKnown: boolean;
  /** Share of its weight (0–1) that a typo of it can earn. */
  typoShare: number;
}

interface Asked {
  /** Total weight that the words of a document must reach for it to match. */
  needed: number;
  /** Total weight of the query's words. */
  best: number;
  /** Scales documents that have nothing but typos of words that others have right. */
  typoOnlyFactor: number;
  /** See `stretched`. */
  stretch: number;
}

interface ScoredDocuments {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. Of single precision: scores that differ still do once they are shown. */
  scores: Float64Array;
}

interface SearchedTexts {
  fields: readonly WeighedField[];
  /** How many documents the segment has. */
  documents: number;
}

/** Postings handed over at a time beyond the estimate, so that one call mostly suffices. */
const SPARE = 24;

/**
 * Adds up BM25 scores for a window of documents: as many consecutive documents of a segment as the kernel has room for. The
 * loops are WebAssembly with memory of its own. Postings are copied there, which costs a small part of the time it saves.
 */
export class ScoreWindow {
  readonly #kernel = new Bm25Kernel();
  readonly #fields = new KernelFields(this.#kernel);
  readonly #places = new Map<LexicalField, FieldPlace>();
  #base = 0;
  #documentsLeft = 0;

  /** Documents per window. */
  get size(): number {
    return this.#kernel.window;
  }

  /** How the words of the query count. */
  saturate({ exact, forms }: WordSaturation): void {
    this.#kernel.exports.useExact(exact.least, exact.most, exact.k1);
    this.#kernel.exports.useForms(forms.least, forms.most, forms.k1);
  }

  begin({ fields, documents }: SearchedTexts, base: number): void {
    // Clears what a failed query may have left in the kernel.
    this.#kernel.exports.keep(Infinity);
    this.#base = base;
    this.#documentsLeft = documents - base;
    for (const field of fields) this.#places.set(field.field, this.#fields.place(field, base));
  }

  /** Counts a word in all documents of the window, or only in those in which an earlier word was found. */
  addWord({ known, typos, weight, isKnown, typoShare }: ListedWord, where: 'everywhere' | 'where found'): void {
    const { beginKnown, beginTypos, add, addWhereFound, endWord } = this.#kernel.exports;
    const count = where === 'everywhere' ? add : addWhereFound;
    beginKnown();
    this.#count(known, count);
    beginTypos();
    this.#count(typos, count);
    endWord(weight, weight * typoShare, weight * TYPO_COVERAGE, isKnown);
  }

  /** Drops the documents whose words so far weigh less. */
  keep(atLeast: number): void {
    this.#kernel.exports.keep(atLeast);
  }

  /** Adds the documents to `target` that are in `among` and whose words weigh enough. */
  finish({ needed, best, typoOnlyFactor, stretch }: Asked, among: Bitset, target: ScoredDocuments): void {
    const base = this.#base;
    const kernel = this.#kernel;
    const { found, scores } = kernel;
    const size = kernel.exports.finish(needed, best, typoOnlyFactor);
    for (let i = 0; i < size; i++) {
      const document = base + found[i];
      if (!hasBit(among, document)) continue;
      addBit(target.bits, document);
      target.scores[document] = Math.fround(stretched(scores[i], stretch));
    }
  }

  #count(lists: readonly PostingList[], add: Bm25Kernel['exports']['add']): void {
    const base = this.#base;
    const kernel = this.#kernel;
    const { useField } = kernel.exports;
    const end = base + kernel.window;
    for (const list of lists) {
      if (list.document >= end) continue;
      const { lengths, factors, longest } = this.#places.get(list.field)!;
      useField(lengths, factors, longest);
      while (list.document < end) {
        const count = this.#probableCount(list);
        kernel.take(list, list.posting, count);
        list.posting += add(list.document - base, count, list.factor, list.mark);
        list.document = list.posting <= list.last ? base + kernel.nextPlace : NO_DOCUMENT;
      }
    }
  }

  /** Estimates how many of the list's postings are in the window, as if they were spread evenly, and adds a margin. */
  #probableCount({ posting, last }: PostingList): number {
    const { window, most } = this.#kernel;
    const left = last + 1 - posting;
    return Math.min(left, most, Math.ceil((1.2 * left * window) / this.#documentsLeft) + SPARE);
  }
}
