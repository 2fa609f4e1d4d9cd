import { type Bitset, countBits, subtract } from '../segment/bitset.js';
import type { EntryColumn } from '../segment/column.js';

/** Counts the documents of a set that have no value in any of some columns. */
export class MissingCounter {
  count = 0;

  add(bits: Bitset, columns: readonly (EntryColumn | null)[]): void {
    if (columns.some((column) => column !== null && column.docs === null)) return;
    const without = bits.slice();
    for (const column of columns) if (column?.entries) subtract(without, column.entries.documentsWithValue());
    this.count += countBits(without);
  }
}
