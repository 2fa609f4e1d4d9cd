import { type Bitset, countBits, emptyBitset, subtract } from './bitset.js';
import type { EntryColumn } from './column.js';
import { addEntries } from './evaluate-clause.js';

/** Counts the documents of a set that have no value in any of some columns. */
export class MissingCounter {
  count = 0;

  add(bits: Bitset, columns: readonly (EntryColumn | null)[]): void {
    if (columns.some((column) => column !== null && column.docs === null)) return;
    const withValue = emptyBitset(bits.length * 32);
    for (const column of columns) addEntries(withValue, column);
    const without = bits.slice();
    subtract(without, withValue);
    this.count += countBits(without);
  }
}
