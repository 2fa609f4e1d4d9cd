import { fieldKind } from '../../domain/document/document.js';
import type { SortValue } from '../../domain/filter/filter.js';
import { compareValues } from '../../engine/values/compare-values.js';

/** What points are coloured by. */
export interface PointColors {
  /** The commonest values, at most twelve, the commonest first. */
  values: { value: string | number | boolean; count: number }[];
  otherCount: number;
  missingCount: number;
  /** For each point the place of its value among `values`, `OTHER_VALUE` or `NO_VALUE`. */
  indexes: number[];
}

const NO_VALUE = -1;
const OTHER_VALUE = -2;

/** More colours than these can't be told apart. */
const MOST_VALUES = 12;
/** A year, a month or a day of an ISO date. */
const DATE_LENGTHS = [10, 7, 4];

/** Groups points by their values. Dates are grouped by day, month or year: by the shortest of these that gives few enough groups. */
export function colorPoints(field: string, values: readonly SortValue[]): PointColors {
  const shown = fieldKind(field) === 'date' ? groupDates(values) : values;
  const counts = new Map<string | number | boolean, number>();
  for (const value of shown) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const commonest = [...counts]
    .sort(([one, count], [other, otherCount]) => otherCount - count || compareValues(one, other))
    .slice(0, MOST_VALUES);
  const places = new Map(commonest.map(([value], place) => [value, place]));
  const indexes = shown.map((value) => (value === null ? NO_VALUE : (places.get(value) ?? OTHER_VALUE)));
  return {
    values: commonest.map(([value, count]) => ({ value, count })),
    otherCount: indexes.filter((index) => index === OTHER_VALUE).length,
    missingCount: indexes.filter((index) => index === NO_VALUE).length,
    indexes,
  };
}

function groupDates(values: readonly SortValue[]): SortValue[] {
  const cutTo = (length: number) => values.map((value) => (value === null ? null : String(value).slice(0, length)));
  const fitting = DATE_LENGTHS.find((length) => new Set(cutTo(length)).size <= MOST_VALUES);
  return cutTo(fitting ?? DATE_LENGTHS[DATE_LENGTHS.length - 1]);
}
