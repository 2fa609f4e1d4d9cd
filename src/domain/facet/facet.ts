import type { FieldValue } from '../filter/filter.js';

export const DATE_INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type DateInterval = (typeof DATE_INTERVALS)[number];

interface FacetBase {
  /** The key of the result. */
  name: string;
  field: string;
}

export interface TermsFacet extends FacetBase {
  type: 'terms';
  size: number;
  orderBy: 'count' | 'value';
  order: 'asc' | 'desc';
  minCount: number;
  prefix: string | null;
  /** Ignore the filter's clauses on this field when counting. */
  excludeOwnFilter: boolean;
}

export interface RangeFacet extends FacetBase {
  type: 'range';
  kind: 'number' | 'date';
  /** `from` is inclusive, `to` exclusive. The response repeats `sent`, the bounds as the caller wrote them. */
  ranges: {
    key: string;
    from: number | null;
    to: number | null;
    sent: { from: number | string | null; to: number | string | null };
  }[];
}

export interface HistogramFacet extends FacetBase {
  type: 'histogram';
  interval: number;
}

export interface DateHistogramFacet extends FacetBase {
  type: 'date_histogram';
  interval: DateInterval;
}

export interface StatsFacet extends FacetBase {
  type: 'stats';
}

export type Facet = TermsFacet | RangeFacet | HistogramFacet | DateHistogramFacet | StatsFacet;

export type FacetResult =
  | { type: 'terms'; values: { value: FieldValue; count: number }[]; otherCount: number; missingCount: number }
  | {
      type: 'range';
      values: { key: string; from: number | string | null; to: number | string | null; count: number }[];
      missingCount: number;
    }
  | { type: 'histogram' | 'date_histogram'; values: { value: number | string; count: number }[]; missingCount: number }
  | {
      type: 'stats';
      count: number;
      min: number | string | null;
      max: number | string | null;
      avg: number | string | null;
      sum: number | null;
      missingCount: number;
    };
