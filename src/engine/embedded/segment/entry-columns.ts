import { type DivisionColumn, type EntryColumn, EntryIndex, type KeywordColumn, type NumberColumn } from './column.js';
import { Dictionary } from './dictionary.js';
import type { ColumnEntry } from './segment-format.js';

// The columns of a segment in the form that queries and merges read them in.

export function keywordColumn(entry: ColumnEntry, documents: number): KeywordColumn {
  const [ordinals, offsets, bytes] = entry.arrays;
  const dictionary = new Dictionary(bytes as Uint8Array, offsets as Uint32Array);
  return { ...entryColumn(entry, documents), ordinals: ordinals as Uint32Array, dictionary };
}

export function numberColumn(entry: ColumnEntry, documents: number): NumberColumn {
  return { ...entryColumn(entry, documents), values: entry.arrays[0] as Float64Array };
}

export function divisionColumn(entry: ColumnEntry, documents: number): DivisionColumn {
  return { ...entryColumn(entry, documents), firstWords: entry.arrays[0] as Uint16Array };
}

function entryColumn({ docs, arrays }: ColumnEntry, documents: number): EntryColumn {
  return { docs, entries: docs === null ? null : new EntryIndex(docs, documents), count: arrays[0].length };
}
