import { fieldKind } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type { SortKey, SortValue } from '../../../domain/filter/filter.js';
import type { Hit } from '../../engine.js';
import { decodeValue, encodeValue, pathOf } from '../index/metadata-entries.js';
import type { Dsl } from './dsl.js';
import { entriesOf } from './filter-query.js';

/** What the cluster sorts a hit by, one for each key and then the id. */
export type RawSortValues = readonly (string | number | boolean | null)[];

/** Ties end at the id. */
export function sortQuery(sort: readonly SortKey[]): Dsl[] {
  return [...sort.map(keyQuery), { id: 'asc' }];
}

/** A document with several values sorts by its smallest in ascending order and by its largest in descending order. */
function keyQuery({ field, order, missing }: SortKey): Dsl {
  if (field === '_score') return { _score: order };
  if (fieldKind(field) !== 'metadata') return { [field]: { order, missing } };
  const nested = { path: 'metadata', filter: entriesOf(pathOf(field)) };
  return { 'metadata.value': { order, missing, mode: order === 'asc' ? 'min' : 'max', nested } };
}

/** A hit's sort values as hits show them. */
export function shownValues(raw: RawSortValues, sort: readonly SortKey[]): SortValue[] {
  return sort.map(({ field }, i) => {
    const value = raw[i];
    if (value === null) return null;
    if (field === '_score') return value;
    switch (fieldKind(field)) {
      case 'metadata':
        return decodeValue(String(value));
      case 'date':
        return formatTimestamp(Number(value));
      default:
        return value;
    }
  });
}

/** The inverse: where a window goes on behind a hit. */
export function rawValues({ id, sortValues }: Pick<Hit, 'id' | 'sortValues'>, sort: readonly SortKey[]): RawSortValues {
  const raw = sort.map(({ field }, i) => {
    const value = sortValues[i];
    if (value === null || field === '_score') return value;
    switch (fieldKind(field)) {
      case 'metadata':
        return encodeValue(value);
      case 'date':
        return Date.parse(String(value));
      default:
        return value;
    }
  });
  return [...raw, id];
}
