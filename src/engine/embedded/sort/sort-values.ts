import { fieldKind } from '../../../domain/document/field.js';
import type { SortKey } from '../../../domain/sort/sort.js';
import { compareText } from '../../../domain/sort/text-order.js';
import type { EntryColumn } from '../segment/column.js';
import type { Segment } from '../segment/segment.js';

/** What a document is sorted by under one key. Dates are milliseconds here; null means that it has no value. */
export type RawSortValue = number | string | boolean | null;

/** Of several values the smallest counts when ascending, the largest when descending. */
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
  let low = 0;
  let high = column.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column.docs[middle] < document) low = middle + 1;
    else high = middle;
  }
  for (let entry = low; entry < column.count && column.docs[entry] === document; entry++) yield entry;
}

/** Numbers before strings before booleans; within a type, by value. */
export function compareValues(a: number | string | boolean, b: number | string | boolean): number {
  const types = typeRank(a) - typeRank(b);
  if (types !== 0) return types;
  return typeof a === 'string' ? compareText(a, b as string) : Number(a) - Number(b);
}

function typeRank(value: number | string | boolean): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}

/** Orders the values of two documents under one key, missing ones where the key wants them. */
export function compareUnderKey(key: SortKey, a: RawSortValue, b: RawSortValue): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === (key.missing === '_last') ? 1 : -1;
  }
  return key.order === 'asc' ? compareValues(a, b) : compareValues(b, a);
}
