import { type Bitset, countBits, documentsOf } from '../segment/bitset.js';
import type { SortRanks } from './sort-keys.js';

/** The first `count` documents of a set, in order; ties end at the smaller document number, which is the smaller id. */
export function topDocuments(bits: Bitset, keys: readonly SortRanks[], count: number): Uint32Array {
  // A heap of nearly everything costs more than sorting everything.
  if (count * 4 >= countBits(bits)) return sortDocuments(bits, keys).subarray(0, count);
  const compare = comparison(keys);
  return new BestDocuments(count, keys[0], compare).take(bits).sort(compare);
}

/** All documents of a set, in order. */
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

/** Without a sort key: `undefined > worst` is never true, so all go to the comparison by document number. */
const EVERYTHING_TIES: SortRanks = { ranks: new Float64Array(), sign: 1 };

/** A heap of the best so far with the worst of them on top, so that one comparison dismisses most documents. */
class BestDocuments {
  readonly #heap: Uint32Array;
  readonly #capacity: number;
  readonly #first: SortRanks | undefined;
  readonly #compare: Comparison;
  #size = 0;

  constructor(capacity: number, first: SortRanks | undefined, compare: Comparison) {
    this.#capacity = capacity;
    this.#first = first;
    this.#compare = compare;
    this.#heap = new Uint32Array(capacity);
  }

  take(bits: Bitset): Uint32Array {
    const { ranks, sign } = this.#first ?? EVERYTHING_TIES;
    // A local variable, since nearly every document is dismissed by comparing with it.
    let worst = Infinity;
    for (let i = 0; i < bits.length; i++) {
      let word = bits[i];
      while (word !== 0) {
        const document = (i << 5) + (31 - Math.clz32(word & -word));
        word &= word - 1;
        if (sign * ranks[document] > worst) continue;
        if (this.#size < this.#capacity) this.#push(document);
        else if (this.#compare(document, this.#heap[0]) < 0) this.#replaceWorst(document);
        if (this.#size === this.#capacity) worst = sign * ranks[this.#heap[0]];
      }
    }
    return this.#heap;
  }

  #push(document: number): void {
    let child = this.#size++;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.#compare(document, this.#heap[parent]) <= 0) break;
      this.#heap[child] = this.#heap[parent];
      child = parent;
    }
    this.#heap[child] = document;
  }

  #replaceWorst(document: number): void {
    let hole = 0;
    for (let child = 1; child < this.#size; child = 2 * hole + 1) {
      if (child + 1 < this.#size && this.#compare(this.#heap[child + 1], this.#heap[child]) > 0) child++;
      if (this.#compare(document, this.#heap[child]) >= 0) break;
      this.#heap[hole] = this.#heap[child];
      hole = child;
    }
    this.#heap[hole] = document;
  }
}
