import { fieldKind } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type { DateHistogramFacet, HistogramFacet, RangeFacet, StatsFacet } from '../../../domain/facet/facet.js';
import { bucketStart, MAX_BUCKETS, tooManyBuckets } from '../../facets/histogram-buckets.js';
import { BUCKET_NUMBER } from '../scripts.js';
import type { CountedTree, FacetAggregation, StatisticOfValues } from './counted.js';
import { FacetField } from './facet-field.js';

export function rangesFacet(facet: RangeFacet): FacetAggregation {
  const field = new FacetField(facet.field, facet.kind);
  const filters = facet.ranges.map(({ from, to }) => ({
    range: { [field.name]: { ...(from !== null && { gte: from }), ...(to !== null && { lt: to }) } },
  }));
  const ranges = { filters: { filters }, ...withDocuments(field) };
  return {
    aggregations: field.aggregations({ ranges }),
    read: (counted) => {
      const buckets = field.valuesIn(counted).ranges.buckets ?? [];
      const values = facet.ranges.map(({ key, sent }, i) => ({
        key,
        ...sent,
        count: field.countDocuments(buckets[i]),
      }));
      return { type: 'range', values, missingCount: field.missingIn(counted) };
    },
  };
}

export function numbersFacet(facet: HistogramFacet): FacetAggregation {
  const field = new FacetField(facet.field, 'number');
  const script = { ...BUCKET_NUMBER, params: { interval: facet.interval } };
  const histogram = {
    terms: { script, value_type: 'long', size: MAX_BUCKETS + 1, order: { _key: 'asc' } },
    ...withDocuments(field),
  };
  return {
    aggregations: field.aggregations({ histogram }),
    read: (counted) => {
      const values = bucketsOf(facet, field, counted).map(({ key, count }) => ({
        value: bucketStart(key, facet.interval),
        count,
      }));
      return { type: 'histogram', values, missingCount: field.missingIn(counted) };
    },
  };
}

export function datesFacet(facet: DateHistogramFacet): FacetAggregation {
  const field = new FacetField(facet.field, 'date');
  const histogram = {
    date_histogram: { field: field.name, calendar_interval: facet.interval, min_doc_count: 1 },
    ...withDocuments(field),
  };
  return {
    aggregations: field.aggregations({ histogram }),
    read: (counted) => {
      const values = bucketsOf(facet, field, counted).map(({ key, count }) => ({ value: formatTimestamp(key), count }));
      return { type: 'date_histogram', values, missingCount: field.missingIn(counted) };
    },
  };
}

export function statsFacet(facet: StatsFacet): FacetAggregation {
  const isDate = fieldKind(facet.field) === 'date';
  const field = new FacetField(facet.field, isDate ? 'date' : 'number');
  const show = (value: StatisticOfValues) => {
    const number = numberOrNull(value);
    return isDate && number !== null ? formatTimestamp(number) : number;
  };
  return {
    aggregations: field.aggregations({ stats: { stats: { field: field.name } } }),
    read: (counted) => {
      const { count = 0, min, max, avg, sum } = field.valuesIn(counted).stats;
      return {
        type: 'stats',
        count,
        min: show(min),
        max: show(max),
        avg: show(avg),
        // A sum of dates has no meaning.
        sum: isDate ? null : numberOrNull(sum ?? 0),
        missingCount: field.missingIn(counted),
      };
    },
  };
}

function withDocuments(field: FacetField) {
  return field.documents === null ? null : { aggs: field.documents };
}

function bucketsOf(
  facet: HistogramFacet | DateHistogramFacet,
  field: FacetField,
  counted: CountedTree,
): { key: number; count: number }[] {
  const buckets = field.valuesIn(counted).histogram.buckets ?? [];
  if (buckets.length > MAX_BUCKETS) throw tooManyBuckets(facet);
  return buckets.map((bucket) => ({ key: Number(bucket.key), count: field.countDocuments(bucket) }));
}

/** Null for a sum beyond the largest number, and for an average made of one. */
function numberOrNull(value: StatisticOfValues): number | null {
  return typeof value === 'number' ? value : null;
}
