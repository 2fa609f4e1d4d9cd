import { isDense } from './column.js';
import { GONE } from './renumbering.js';

/** The entries of a column in one input of a merge. */
export interface EntryList {
  /** Null in a dense column. */
  docs: Uint32Array | null;
  count: number;
  /** Old document number → new one, or GONE. New numbers ascend with the old ones. */
  map: Uint32Array;
}

/** Where the entries go. */
export interface EntryOrder {
  /** The document of each merged entry; null if the merged column is dense. */
  docs: Uint32Array | null;
  count: number;
  /** For each input: the place of every entry, GONE for those of dropped documents. */
  places: Uint32Array[];
}

/** With fewer entries than one for so many documents, sorting them costs less than counting by document. */
const FEW = 16;

/**
 * Puts the entries of several inputs in order of document. The time depends on the number of entries, not of documents:
 * there may be millions of columns that one document has.
 */
export function orderEntries(lists: readonly EntryList[], documents: number): EntryOrder {
  const kept = keptDocuments(lists);
  if (kept.length === documents && lists.every(({ docs }) => docs === null)) {
    return { docs: null, count: documents, places: lists.map(({ map }) => map) };
  }
  // Those of one input ascend already.
  const docs = lists.length === 1 ? kept : kept.length * FEW < documents ? kept.sort() : countingSort(kept, documents);
  const places = lists.map((list) => placesIn(docs, list));
  return { docs: isDense(docs, documents) ? null : docs, count: docs.length, places };
}

/** The new document of every entry that is kept, input by input. */
function keptDocuments(lists: readonly EntryList[]): Uint32Array {
  const kept = new Uint32Array(lists.reduce((sum, { count }) => sum + count, 0));
  let size = 0;
  for (const { docs, count, map } of lists) {
    for (let entry = 0; entry < count; entry++) {
      const document = map[docs === null ? entry : docs[entry]];
      if (document !== GONE) kept[size++] = document;
    }
  }
  return kept.subarray(0, size);
}

function countingSort(numbers: Uint32Array, limit: number): Uint32Array {
  const counts = new Uint32Array(limit);
  for (let i = 0; i < numbers.length; i++) counts[numbers[i]]++;
  let next = 0;
  for (let number = 0; number < limit; number++) {
    for (let count = counts[number]; count > 0; count--) numbers[next++] = number;
  }
  return numbers;
}

/** A document is in one input only, so all places with its number belong to the entries that it has there. */
function placesIn(merged: Uint32Array, { docs, count, map }: EntryList): Uint32Array {
  const places = new Uint32Array(count);
  let place = 0;
  for (let entry = 0; entry < count; entry++) {
    const document = map[docs === null ? entry : docs[entry]];
    if (document === GONE) {
      places[entry] = GONE;
      continue;
    }
    while (merged[place] < document) place++;
    places[entry] = place++;
  }
  return places;
}
