import { invalidRequest } from '../../domain/errors/error.js';
import type { Facet } from '../../domain/facet/facet.js';

/** Of one histogram. */
export const MAX_BUCKETS = 10_000;

export function tooManyBuckets({ name }: Facet): Error {
  const message = `The facet "${name}" has more than ${MAX_BUCKETS} buckets. Choose a wider interval.`;
  return invalidRequest([{ param: 'facet_advanced', code: 'facet_invalid', message }]);
}

/**
 * The start of the bucket that a number falls into. Since 0.3 / 0.1 is 2.9999999999999996, a quotient that close to a whole
 * number counts as one, and the start is rounded to the 15 digits that a double holds. Of an interval so small that the quotient
 * has no number, each value has a bucket of its own.
 */
export function histogramBucket(value: number, interval: number): number {
  const quotient = value / interval;
  if (!Number.isFinite(quotient)) return bucketStart(value, 1);
  const nearest = Math.round(quotient);
  const isWhole = Math.abs(quotient - nearest) <= 1e-12 * Math.max(1, Math.abs(quotient));
  return bucketStart(isWhole ? nearest : Math.floor(quotient), interval);
}

/** Where a bucket begins, by its number. One that begins below the least number, which JSON can't tell, is said to begin there. */
export function bucketStart(bucket: number, interval: number): number {
  const start = Math.max(-Number.MAX_VALUE, Math.min(bucket * interval, Number.MAX_VALUE));
  const rounded = Number(start.toPrecision(15));
  return Number.isFinite(rounded) ? rounded : start;
}
