import { firstFailing } from '../../../algorithms/binary-search.js';
import { fieldKind } from '../../../domain/document/document.js';
import type { SortKey } from '../../../domain/filter/filter.js';
import { compareValues } from '../../values/compare-values.js';
import type { EntryColumn } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';

// Documents are compared in two ways: by value across segments, and by rank within a segment, which is many times faster.

/** A document's value under one sort key. Dates are in milliseconds since 1970; null if there is no value. */
export type RawSortValue = number | string | boolean | null;

/** A document with several values sorts by its smallest in ascending order and by its largest in descending order. */
export function sortValueOf(segment: Segment, key: SortKey, document: number): RawSortValue {
  const better = key.order === 'asc' ? -1 : 1;
  let best: RawSortValue = null;
  for (const value of valuesOf(segment, key.field, document)) {
    if (best === null || Math.sign(compareValues(value, best)) === better) best = value;
  }
  return best;
}

function* valuesOf(segment: Segment, field: string, document: number): Generator<number | string | boolean> {
  if (fieldKind(field) === 'date') {
    const dates = segment.numbers('date', field);
    for (const entry of entriesOf(dates, document)) yield dates!.values[entry];
    return;
  }
  const keywords = segment.keywords(field);
  for (const entry of entriesOf(keywords, document)) yield keywords!.dictionary.text(keywords!.ordinals[entry]);
  const numbers = segment.numbers('number', field);
  for (const entry of entriesOf(numbers, document)) yield numbers!.values[entry];
  const booleans = segment.numbers('boolean', field);
  for (const entry of entriesOf(booleans, document)) yield booleans!.values[entry] === 1;
}

function* entriesOf(column: EntryColumn | null, document: number): Generator<number> {
  if (column === null) return;
  if (column.docs === null) {
    yield document;
    return;
  }
  const { docs, count } = column;
  const first = firstFailing(0, count, (entry) => docs[entry] < document);
  for (let entry = first; entry < count && docs[entry] === document; entry++) yield entry;
}

/** Compares the values of two documents under one key, which also says where missing values go. */
export function compareUnderKey(key: SortKey, a: RawSortValue, b: RawSortValue): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === (key.missing === '_last') ? 1 : -1;
  }
  return key.order === 'asc' ? compareValues(a, b) : compareValues(b, a);
}

/**
 * One number per document that orders a segment's documents under a sort key: `sign * ranks[document]`, smaller first.
 * Comparing numbers makes sorting a million documents cheap. Ranks of different segments can't be compared.
 */
export interface SortRanks {
  ranks: Float64Array | Uint32Array;
  sign: 1 | -1;
}

export function sortRanks(segment: Segment, key: SortKey): SortRanks {
  const sign = key.order === 'asc' ? 1 : -1;
  const dense = denseRanks(segment, key.field);
  if (dense !== null) return { ranks: dense, sign };
  const missing = (key.missing === '_last' ? Infinity : -Infinity) * sign;
  const ranks = new Float64Array(segment.documents).fill(missing);
  const put = (document: number, rank: number) => {
    if (ranks[document] === missing || rank * sign < ranks[document] * sign) ranks[document] = rank;
  };
  if (fieldKind(key.field) === 'date') putEntries(segment.numbers('date', key.field), (value) => value, put);
  else putMixed(segment, key.field, put);
  return { ranks, sign };
}

type Put = (document: number, rank: number) => void;

/** If every document has exactly one value, the column itself has the ranks. */
function denseRanks(segment: Segment, field: string): Float64Array | Uint32Array | null {
  if (fieldKind(field) === 'date') {
    const dates = segment.numbers('date', field);
    return dates !== null && dates.docs === null ? dates.values : null;
  }
  const columns = [segment.keywords(field), segment.numbers('number', field), segment.numbers('boolean', field)];
  const present = columns.filter((column) => column !== null);
  if (present.length !== 1 || present[0].docs !== null) return null;
  return 'ordinals' in present[0] ? present[0].ordinals : present[0].values;
}

/** Numbers rank before strings, strings before booleans. In a field of numbers only, the values are the ranks. */
function putMixed(segment: Segment, field: string, put: Put): void {
  const keywords = segment.keywords(field);
  const numbers = segment.numbers('number', field);
  const booleans = segment.numbers('boolean', field);
  if (keywords === null && booleans === null) {
    putEntries(numbers, (value) => value, put);
    return;
  }
  const distinct = numbers === null ? new Float64Array() : distinctSorted(numbers.values);
  const position = new Map(Array.from(distinct, (value, i) => [value, i]));
  putEntries(numbers, (value) => position.get(value)!, put);
  const afterNumbers = distinct.length;
  if (keywords !== null) {
    for (let entry = 0; entry < keywords.count; entry++) {
      put(keywords.docs === null ? entry : keywords.docs[entry], afterNumbers + keywords.ordinals[entry]);
    }
  }
  const afterKeywords = afterNumbers + (keywords?.dictionary.size ?? 0);
  putEntries(booleans, (value) => afterKeywords + value, put);
}

function putEntries(
  column: { docs: Uint32Array | null; values: Float64Array; count: number } | null,
  rank: (value: number) => number,
  put: Put,
): void {
  if (column === null) return;
  for (let entry = 0; entry < column.count; entry++) {
    put(column.docs === null ? entry : column.docs[entry], rank(column.values[entry]));
  }
}

function distinctSorted(values: Float64Array): Float64Array {
  return Float64Array.from(new Set(values)).sort();
}
