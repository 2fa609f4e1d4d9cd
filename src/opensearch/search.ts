import type { Cluster, ClusterRequest } from './cluster.js';
import { timedOut } from './read-failure.js';

export interface SearchHit<Source = unknown> {
  _id: string;
  _score: number | null;
  _source?: Source;
  _seq_no?: number;
  _primary_term?: number;
  fields?: Record<string, unknown[]>;
  sort?: (string | number | boolean | null)[];
  matched_queries?: string[];
  inner_hits?: Record<string, { hits: { hits: NestedHit[] } }>;
}

interface NestedHit {
  _score: number | null;
  _nested: { field: string; offset: number };
  fields?: Record<string, unknown[]>;
}

export interface SearchAnswer<Source = unknown, Aggregations = Record<string, unknown>> {
  timed_out: boolean;
  pit_id?: string;
  hits: { total?: { value: number; relation: 'eq' | 'gte' }; hits: SearchHit<Source>[] };
  aggregations?: Aggregations;
}

/** Asks all shards, or throws: an answer in which one is missing would be wrong and not say so. */
export async function search<Source = unknown, Aggregations = Record<string, unknown>>(
  cluster: Cluster,
  /** Null with a point in time (`pit`), which names its index itself. */
  index: string | null,
  body: object,
  options: Pick<ClusterRequest, 'signal' | 'milliseconds' | 'query'> = {},
): Promise<SearchAnswer<Source, Aggregations>> {
  const answer = await cluster.read<SearchAnswer<Source, Aggregations>>({
    ...options,
    method: 'POST',
    path: index === null ? '/_search' : `/${index}/_search`,
    query: { allow_partial_search_results: false, ...options.query },
    body,
  });
  if (answer.body.timed_out) throw timedOut(new Error('The search ran into its own time limit.'));
  return answer.body;
}
