import type { RangeBounds } from '@sextant/client';
import type { DateInterval, FacetField } from './facet-fields.js';

export type RangeField = Exclude<FacetField, { kind: 'values' }>;

/** A bar of a histogram: from its start up to, but not including, its end. */
export interface Bucket<Bound extends number | string = number | string> {
  start: Bound;
  end: Bound;
}

/** Against dates that are typos: a year 20240 must not make a million bars. */
const MOST_BUCKETS = 200;

/** All buckets between the least and the greatest value: the service leaves out the empty ones. */
export function bucketsOf(facet: RangeField): Bucket[] {
  const buckets: Bucket[] = [];
  if (facet.kind === 'numbers') {
    const first = Math.floor(facet.min / facet.interval);
    const last = Math.floor(facet.max / facet.interval);
    for (let place = first; place <= last && buckets.length < MOST_BUCKETS; place++) {
      buckets.push({ start: multiple(place, facet.interval), end: multiple(place + 1, facet.interval) });
    }
    return buckets;
  }
  let start = startOf(new Date(facet.min), facet.interval);
  while (start <= new Date(facet.max) && buckets.length < MOST_BUCKETS) {
    const end = next(start, facet.interval);
    buckets.push({ start: dayOf(start), end: dayOf(end) });
    start = end;
  }
  return buckets;
}

/** Which bar shows the count that the service gives for this value: dates come as timestamps, numbers with their noise. */
export function isStartOf(bucket: Bucket, value: number | string): boolean {
  if (typeof value === 'string') return value.slice(0, 10) === bucket.start;
  return typeof bucket.start === 'number' && Math.abs(value - bucket.start) < 1e-9 * Math.max(1, Math.abs(value));
}

export function boundsOf(first: Bucket, last: Bucket): RangeBounds {
  return { gte: first.start, lt: last.end };
}

/** 3 × 0.1 is 0.3 here. */
function multiple(place: number, interval: number): number {
  return Number((place * interval).toPrecision(12));
}

/** In UTC, as the service cuts dates; weeks begin on Monday. */
function startOf(date: Date, interval: DateInterval): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (interval) {
    case 'day':
      return utc(year, month, day);
    case 'week':
      return utc(year, month, day - ((date.getUTCDay() + 6) % 7));
    case 'month':
      return utc(year, month, 1);
    case 'quarter':
      return utc(year, month - (month % 3), 1);
    case 'year':
      return utc(year, 0, 1);
  }
}

function next(start: Date, interval: DateInterval): Date {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const steps = { day: [0, 0, 1], week: [0, 0, 7], month: [0, 1, 0], quarter: [0, 3, 0], year: [1, 0, 0] } as const;
  const [years, months, days] = steps[interval];
  return utc(year + years, month + months, day + days);
}

function utc(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day));
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
