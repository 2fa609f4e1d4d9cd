import type { Facet, FacetResult } from '../../../domain/facet/facet.js';
import type { Dsl } from '../query/dsl.js';

/** The result of an aggregation, as far as facets read it. */
interface Counted {
  doc_count: number;
  buckets?: CountedBucket[];
  sum_other_doc_count?: number;
  count?: number;
  value?: number | null;
  min?: number | null;
  max?: number | null;
  avg?: StatisticOfValues;
  sum?: StatisticOfValues;
}

/** A result beyond the largest number comes as a text. */
export type StatisticOfValues = number | 'Infinity' | '-Infinity' | null | undefined;

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
