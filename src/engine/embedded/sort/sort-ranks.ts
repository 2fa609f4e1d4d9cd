import { fieldKind } from '../../../domain/document/field.js';
import type { SortKey } from '../../../domain/sort/sort.js';
import type { Segment } from '../segment/segment.js';

/**
 * One number per document that orders a segment's documents under a sort key: `sign * ranks[document]`, smaller first.
 * Comparing numbers instead of values is what makes sorting a million documents cheap. Ranks mean nothing outside
 * their segment.
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
  // A document's place among its own values: the smallest counts when ascending, the largest when descending.
  const put = (document: number, rank: number) => {
    if (ranks[document] === missing || rank * sign < ranks[document] * sign) ranks[document] = rank;
  };
  if (fieldKind(key.field) === 'date') putEntries(segment.numbers('date', key.field), (value) => value, put);
  else putMixed(segment, key.field, put);
  return { ranks, sign };
}

type Put = (document: number, rank: number) => void;

/** Where every document has exactly one value, the column itself is the ranking. */
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

/** Numbers rank before strings, strings before booleans; a field of one type skips the detour over positions. */
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
