import type { SortKey } from '../../domain/sort.js';
import { compareText } from '../../domain/text-order.js';
import { type Bitset, countBits, fullBitset, hasBit } from './bitset.js';
import type { Segment } from './segment.js';
import { sortRanks } from './sort-ranks.js';
import { compareUnderKey, type RawSortValue, sortValueOf } from './sort-values.js';
import { sortDocuments, topDocuments } from './top-documents.js';

/** A match with what it is sorted by: comparable with those of other segments. */
export interface RankedMatch {
  id: string;
  values: RawSortValue[];
}

/** The matches of one segment in order. Values are looked up only for the ones that are asked for. */
export class SortedMatches {
  private constructor(
    private readonly segment: Segment,
    private readonly documents: Uint32Array,
    private readonly sort: readonly SortKey[],
  ) {}

  /** The first `count` in order: what a page near the beginning needs. */
  static first(segment: Segment, bits: Bitset, { sort, count }: { sort: readonly SortKey[]; count: number }) {
    const ranks = sort.map((key) => sortRanks(segment, key));
    return new SortedMatches(segment, topDocuments(bits, ranks, count), sort);
  }

  /** All of them. The order of the whole segment is kept, so that going through page after page sorts only once. */
  static all(segment: Segment, bits: Bitset, sort: readonly SortKey[]): SortedMatches {
    const documents = new Uint32Array(countBits(bits));
    let next = 0;
    for (const document of wholeOrder(segment, sort)) if (hasBit(bits, document)) documents[next++] = document;
    return new SortedMatches(segment, documents, sort);
  }

  get length(): number {
    return this.documents.length;
  }

  at(position: number): RankedMatch {
    const document = this.documents[position];
    return {
      id: this.segment.ids.text(document),
      values: this.sort.map((key) => sortValueOf(this.segment, key, document)),
    };
  }
}

export function compareMatches(a: RankedMatch, b: RankedMatch, sort: readonly SortKey[]): number {
  for (let i = 0; i < sort.length; i++) {
    const order = compareUnderKey(sort[i], a.values[i], b.values[i]);
    if (order !== 0) return order;
  }
  return compareText(a.id, b.id);
}

/** Orders of whole segments, 4 bytes a document each, gone with their segment. */
const orders = new WeakMap<Segment, Map<string, Uint32Array>>();
const ORDERS_PER_SEGMENT = 4;

function wholeOrder(segment: Segment, sort: readonly SortKey[]): Uint32Array {
  const known = orders.get(segment) ?? new Map<string, Uint32Array>();
  orders.set(segment, known);
  const name = JSON.stringify(sort);
  let order = known.get(name);
  if (order === undefined) {
    const ranks = sort.map((key) => sortRanks(segment, key));
    order = sortDocuments(fullBitset(segment.documents), ranks);
    const [oldest] = known.keys();
    if (known.size >= ORDERS_PER_SEGMENT) known.delete(oldest);
    known.set(name, order);
  }
  return order;
}
