import { type Bitset, countBits, documentsOf } from '../segment/bitset.js';
import type { SortRanks } from './sort-keys.js';

/** The first `count` documents of a set in sort order. Ties are broken by document number, which is the order of ids. */
export function topDocuments(bits: Bitset, keys: readonly SortRanks[], count: number): Uint32Array {
  // A heap of nearly everything costs more than sorting everything.
  if (count * 4 >= countBits(bits)) return sortDocuments(bits, keys).subarray(0, count);
  const compare = comparison(keys);
  return new BestDocuments(count, keys[0], compare).take(bits).sort(compare);
}

/** All documents of a set in sort order. */
export function sortDocuments(bits: Bitset, keys: readonly SortRanks[]): Uint32Array {
  return documentsOf(bits).sort(comparison(keys));
}

type Comparison = (a: number, b: number) => number;

function comparison(keys: readonly SortRanks[]): Comparison {
  return (a, b) => {
    for (const { ranks, sign } of keys) {
      const x = ranks[a];
      const y = ranks[b];
      if (x !== y) return x < y ? -sign : sign;
    }
    return a - b;
  };
}

/** Stands for a missing sort key: `undefined > worst` is never true, so documents are compared by number. */
const EVERYTHING_TIES: SortRanks = { ranks: new Float64Array(), sign: 1 };

/** A heap of the best documents so far, the worst of them on top, so that one comparison rejects most documents. */
class BestDocuments {
  readonly #heap: Uint32Array;
  readonly #first: SortRanks | undefined;
  readonly #compare: Comparison;
  #size = 0;

  constructor(capacity: number, first: SortRanks | undefined, compare: Comparison) {
    this.#first = first;
    this.#compare = compare;
    this.#heap = new Uint32Array(capacity);
  }

  take(bits: Bitset): Uint32Array {
    const { ranks, sign } = this.#first ?? EVERYTHING_TIES;
    // Local variables, because this loop rejects nearly every document with one comparison.
    const heap = this.#heap;
    const compare = this.#compare;
    const capacity = heap.length;
    let worst = Infinity;
    for (let i = 0; i < bits.length; i++) {
      let word = bits[i];
      while (word !== 0) {
        const document = (i << 5) + (31 - Math.clz32(word & -word));
        word &= word - 1;
        if (sign * ranks[document] > worst) continue;
        if (this.#size < capacity) this.#push(document);
        else if (compare(document, heap[0]) < 0) this.#replaceWorst(document);
        if (this.#size === capacity) worst = sign * ranks[heap[0]];
      }
    }
    return heap;
  }

  #push(document: number): void {
    const heap = this.#heap;
    const compare = this.#compare;
    let child = this.#size++;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (compare(document, heap[parent]) <= 0) break;
      heap[child] = heap[parent];
      child = parent;
    }
    heap[child] = document;
  }

  #replaceWorst(document: number): void {
    const heap = this.#heap;
    const compare = this.#compare;
    const size = this.#size;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && compare(heap[child + 1], heap[child]) > 0) child++;
      if (compare(document, heap[child]) >= 0) break;
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = document;
  }
}
