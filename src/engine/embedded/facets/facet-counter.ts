import type { FacetResult } from '../../../domain/facet/facet.js';
import { type Bitset, countBits, removeBit, subtract } from '../segment/bitset.js';
import type { EntryColumn } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';

/** Counts one facet over the matching documents, segment by segment. */
export interface FacetCounter {
  add(segment: Segment, bits: Bitset): void;
  result(): FacetResult;
}

/** Counts the matching documents that have no value in any of a field's columns. */
export class MissingCounter {
  count = 0;

  add(bits: Bitset, columns: readonly (EntryColumn | null)[]): void {
    if (columns.some((column) => column !== null && column.docs === null)) return;
    const without = bits.slice();
    for (const column of columns) {
      if (column === null || column.docs === null || column.entries === null) continue;
      if (column.entries.areFew)
        for (let entry = 0; entry < column.count; entry++) removeBit(without, column.docs[entry]);
      else subtract(without, column.entries.documentsWithValue());
    }
    this.count += countBits(without);
  }
}
