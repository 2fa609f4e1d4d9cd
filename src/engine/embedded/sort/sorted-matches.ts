import { compareText } from '../../../domain/document/code-points.js';
import type { SortKey } from '../../../domain/filter/filter.js';
import type { CuratedDocuments } from '../query/curated-documents.js';
import type { TextMatches } from '../query/text-scorer.js';
import { type Bitset, countBits, fullBitset, hasBit } from '../segment/bitset.js';
import { Derived, type Segment } from '../segment/segment.js';
import { compareUnderKey, type RawSortValue, type SortRanks, sortRanks, sortValueOf } from './sort-keys.js';
import { sortDocuments, topDocuments } from './top-documents.js';

/** What a query finds in one segment. */
export interface SegmentMatches {
  segment: Segment;
  bits: Bitset;
  text: TextMatches | null;
  /** What the plan pins here; null if it pins and hides nothing. */
  curated: Pick<CuratedDocuments, 'pinned' | 'places'> | null;
}

/** A match with its sort values, comparable with matches of other segments. */
export interface RankedMatch {
  id: string;
  values: RawSortValue[];
  score: number | null;
  passage: number | null;
}

/** The matches of one segment in sort order. Sort values are looked up only for the matches that are read. */
export class SortedMatches {
  readonly #part: SegmentMatches;
  readonly #documents: Uint32Array;
  readonly #sort: readonly SortKey[];

  private constructor(part: SegmentMatches, documents: Uint32Array, sort: readonly SortKey[]) {
    this.#part = part;
    this.#documents = documents;
    this.#sort = sort;
  }

  /** The first `count` matches: enough for a page near the beginning. */
  static first(part: SegmentMatches, sort: readonly SortKey[], count: number): SortedMatches {
    return new SortedMatches(part, topDocuments(part.bits, ranksOf(part, sort), count), sort);
  }

  /**
   * All matches. If the sort does not use scores, the order of the whole segment is cached: reading page after page then
   * sorts only once.
   */
  static all(part: SegmentMatches, sort: readonly SortKey[]): SortedMatches {
    if (sort.some(({ field }) => field === '_score')) {
      return new SortedMatches(part, sortDocuments(part.bits, ranksOf(part, sort)), sort);
    }
    const documents = new Uint32Array(countBits(part.bits));
    let next = 0;
    for (const document of wholeOrder(part, sort)) if (hasBit(part.bits, document)) documents[next++] = document;
    return new SortedMatches(part, documents, sort);
  }

  get length(): number {
    return this.#documents.length;
  }

  at(position: number): RankedMatch {
    return rankedMatch(this.#part, this.#documents[position], this.#sort);
  }
}

/** A pinned document that the text query does not find has no score, and is shown from its first passage on. */
export function rankedMatch(
  { segment, text }: Pick<SegmentMatches, 'segment' | 'text'>,
  document: number,
  sort: readonly SortKey[],
): RankedMatch {
  const isFound = text !== null && hasBit(text.bits, document);
  const score = isFound ? shownScore(text, document) : null;
  return {
    id: segment.ids.text(document),
    values: sort.map((key) => (key.field === '_score' ? score : sortValueOf(segment, key, document))),
    score,
    passage: text === null || text.passages === null ? null : isFound ? text.passages[document] : 0,
  };
}

function shownScore({ scores, shown }: TextMatches, document: number): number {
  return shown === undefined ? scores[document] : shown(scores[document]);
}

function ranksOf({ segment, text }: SegmentMatches, sort: readonly SortKey[]): SortRanks[] {
  return sort.map((key) =>
    key.field === '_score'
      ? { ranks: text?.scores ?? new Float64Array(segment.documents), sign: key.order === 'asc' ? 1 : -1 }
      : sortRanks(segment, key),
  );
}

export function compareMatches(a: RankedMatch, b: RankedMatch, sort: readonly SortKey[]): number {
  for (let i = 0; i < sort.length; i++) {
    const order = compareUnderKey(sort[i], a.values[i], b.values[i]);
    if (order !== 0) return order;
  }
  return compareText(a.id, b.id);
}

/** Sort orders of a whole segment, by sort keys; 4 bytes per document each. */
const ORDERS = new Derived(() => new Map<string, Uint32Array>());
const ORDERS_PER_SEGMENT = 4;

function wholeOrder(part: SegmentMatches, sort: readonly SortKey[]): Uint32Array {
  const { segment } = part;
  const known = segment.derived(ORDERS);
  const name = JSON.stringify(sort);
  let order = known.get(name);
  if (order === undefined) {
    order = sortDocuments(fullBitset(segment.documents), ranksOf(part, sort));
    const [oldest] = known.keys();
    if (known.size >= ORDERS_PER_SEGMENT) known.delete(oldest);
    known.set(name, order);
  }
  return order;
}
