import type { Facet, FacetResult } from '../../../domain/facet/facet.js';
import { type Dsl, MATCH_ALL } from '../query/dsl.js';
import { datesFacet, numbersFacet, rangesFacet, statsFacet } from './number-facets.js';
import { termsFacet } from './terms-facet.js';

/** The result of an aggregation, as far as facets read it. */
export interface Counted {
  doc_count: number;
  buckets?: CountedBucket[];
  sum_other_doc_count?: number;
  count?: number;
  value?: number | null;
  min?: number | null;
  max?: number | null;
  avg?: number | null;
  sum?: number | null;
}

/** A result with those of the aggregations inside of it, by their names. */
export type CountedTree = Counted & { [name: string]: CountedTree };
export type CountedBucket = CountedTree & { key: string | number };

/** A facet as it is asked of the cluster. */
export interface FacetAggregation {
  /** The aggregations over the matching documents, by name. */
  aggregations: Dsl;
  /** `counted` is the result over `counted.doc_count` matching documents. */
  read(counted: CountedTree): FacetResult | 'incomplete';
}

/** Asks for more where an answer is incomplete. */
export interface FacetRequest {
  facet: Facet;
  /** Whether each shard has all documents, so that what it lists is complete. */
  isOneShard: boolean;
  /** Which part of all values is asked for: all of them if there are few. */
  part?: { number: number; of: number };
}

export function facetAggregation(request: FacetRequest): FacetAggregation {
  const { facet } = request;
  switch (facet.type) {
    case 'terms':
      return termsFacet(facet, request);
    case 'range':
      return rangesFacet(facet);
    case 'histogram':
      return numbersFacet(facet);
    case 'date_histogram':
      return datesFacet(facet);
    case 'stats':
      return statsFacet(facet);
  }
}

/** The aggregation over the documents that pass a filter. */
export function among(filter: Dsl | null, aggregations: Dsl): Dsl {
  return { filter: filter ?? MATCH_ALL, aggs: aggregations };
}
