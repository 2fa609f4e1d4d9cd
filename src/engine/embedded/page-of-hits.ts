import { fieldKind } from '../../domain/field.js';
import type { SortKey, SortValue } from '../../domain/sort.js';
import { compareText } from '../../domain/text-order.js';
import { formatTimestamp } from '../../domain/timestamp.js';
import type { Hit, QueryPlan } from '../engine.js';
import type { Bitset } from './bitset.js';
import type { Segment } from './segment.js';
import { sortRanks } from './sort-ranks.js';
import { compareUnderKey, type RawSortValue, sortValueOf } from './sort-values.js';
import { topDocuments } from './top-documents.js';

export interface SegmentMatches {
  segment: Segment;
  bits: Bitset;
}

/** Walks the sorted matches of one segment. Values are looked up only for the document it stands on. */
class Cursor {
  id!: string;
  values!: RawSortValue[];
  private next = 0;

  constructor(
    private readonly segment: Segment,
    private readonly documents: Uint32Array,
    private readonly sort: readonly SortKey[],
  ) {}

  advance(): boolean {
    if (this.next >= this.documents.length) return false;
    const document = this.documents[this.next++];
    this.id = this.segment.ids.text(document);
    this.values = this.sort.map((key) => sortValueOf(this.segment, key, document));
    return true;
  }
}

/** The hits of the plan's window: each segment sorts its own matches, and the sorted lists are merged by value. */
export function pageOfHits(matches: readonly SegmentMatches[], plan: QueryPlan): Hit[] {
  const { offset, limit } = plan.window;
  if (limit === 0) return [];
  const cursors = matches
    .map(({ segment, bits }) => {
      const ranks = plan.sort.map((key) => sortRanks(segment, key));
      return new Cursor(segment, topDocuments(bits, ranks, offset + limit), plan.sort);
    })
    .filter((cursor) => cursor.advance());
  const queue = new CursorQueue(cursors, (a, b) => compareCursors(a, b, plan.sort));
  const hits: Hit[] = [];
  for (let position = 0; position < offset + limit && !queue.empty; position++) {
    if (position >= offset) hits.push(toHit(queue.first, plan.sort));
    queue.advanceFirst();
  }
  return hits;
}

function compareCursors(a: Cursor, b: Cursor, sort: readonly SortKey[]): number {
  for (let i = 0; i < sort.length; i++) {
    const order = compareUnderKey(sort[i], a.values[i], b.values[i]);
    if (order !== 0) return order;
  }
  return compareText(a.id, b.id);
}

function toHit(cursor: Cursor, sort: readonly SortKey[]): Hit {
  const sortValues = cursor.values.map((value, i): SortValue => {
    const isDate = typeof value === 'number' && fieldKind(sort[i].field) === 'date';
    return isDate ? formatTimestamp(value) : value;
  });
  return { id: cursor.id, sortValues };
}

/** The cursors as a heap, the one that comes first on top. */
class CursorQueue {
  constructor(
    private readonly heap: Cursor[],
    private readonly compare: (a: Cursor, b: Cursor) => number,
  ) {
    heap.sort(compare);
  }

  get empty(): boolean {
    return this.heap.length === 0;
  }

  get first(): Cursor {
    return this.heap[0];
  }

  advanceFirst(): void {
    const { heap } = this;
    if (!heap[0].advance()) {
      const last = heap.pop()!;
      if (heap.length === 0) return;
      heap[0] = last;
    }
    this.sink();
  }

  private sink(): void {
    const { heap } = this;
    const moved = heap[0];
    let hole = 0;
    for (let child = 1; child < heap.length; child = 2 * hole + 1) {
      if (child + 1 < heap.length && this.compare(heap[child + 1], heap[child]) < 0) child++;
      if (this.compare(moved, heap[child]) <= 0) break;
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = moved;
  }
}
