import type { Cluster, ClusterRequest } from '../../../opensearch/cluster.js';
import { ClusterRefusal, ClusterTrouble, isClusterFailure } from '../../../opensearch/cluster-errors.js';
import { PointInTime } from '../../../opensearch/point-in-time.js';
import { type SearchAnswer, search } from '../../../opensearch/search.js';
import type { QueryOptions } from '../../engine.js';
import { EngineUnavailable, Overloaded, QueryTooExpensive, QueryTooLarge } from '../../engine-errors.js';

/** How the cluster says that a query has too many clauses, or that histograms have too many buckets. */
const TOO_LARGE = /maxClauseCount|too_many_(?:nested_)?clauses|too_many_buckets/;

/** The index that queries ask. */
export interface SearchedIndex {
  cluster: Cluster;
  alias: string;
}

type SearchOptions = Pick<ClusterRequest, 'signal' | 'milliseconds' | 'query'>;

/** The requests of one query. Together they keep to its time limit, and end when nobody waits for its answer any more. */
export class QuerySession {
  readonly #index: SearchedIndex;
  readonly #signal: AbortSignal | undefined;
  readonly #timeLimit: number;
  readonly #end: number;

  constructor(index: SearchedIndex, timeLimit: number, { signal }: QueryOptions = {}) {
    this.#index = index;
    this.#signal = signal;
    this.#timeLimit = timeLimit;
    this.#end = performance.now() + timeLimit;
  }

  /** Does the work of a query. What the cluster says to it becomes an error that engines may reject with. */
  async run<Result>(query: () => Promise<Result>): Promise<Result> {
    try {
      return await query();
    } catch (error) {
      this.check();
      throw this.#toEngineError(error);
    }
  }

  /** Throws if the time is over or nobody waits. */
  check(): void {
    this.#signal?.throwIfAborted();
    if (performance.now() > this.#end) throw new QueryTooExpensive(this.#timeLimit);
  }

  search<Source = unknown, Aggregations = Record<string, unknown>>(
    body: object,
  ): Promise<SearchAnswer<Source, Aggregations>> {
    const { cluster, alias } = this.#index;
    return this.#cancellable((options) => search<Source, Aggregations>(cluster, alias, body, options));
  }

  /** Runs searches that all see the index as it is now. */
  async atOnePointInTime<Result>(use: (searchThere: QuerySession['search']) => Promise<Result>): Promise<Result> {
    const { cluster, alias } = this.#index;
    const moment = await this.#request((options) => PointInTime.open(cluster, alias, options));
    try {
      return await use((body) => this.#cancellable((options) => moment.search(body, options)));
    } finally {
      void moment.close();
    }
  }

  /** The cluster works on a search after its asker has left, unless it is told when to stop. */
  #cancellable<Answer>(send: (options: SearchOptions) => Promise<Answer>): Promise<Answer> {
    return this.#request((options) => {
      const query = { cancel_after_time_interval: `${options.milliseconds}ms` };
      return send({ ...options, query });
    });
  }

  #request<Answer>(
    send: (options: { signal?: AbortSignal; milliseconds: number }) => Promise<Answer>,
  ): Promise<Answer> {
    this.check();
    const milliseconds = Math.max(1, Math.ceil(this.#end - performance.now()));
    return send({ signal: this.#signal, milliseconds });
  }

  #toEngineError(error: unknown): unknown {
    if (!isClusterFailure(error)) return error;
    if (TOO_LARGE.test(`${error.message} ${error.cause}`)) return new QueryTooLarge();
    if (error instanceof ClusterRefusal) return error;
    const kind = error instanceof ClusterTrouble ? error.kind : null;
    if (kind === 'overloaded') return new Overloaded();
    if (kind === 'timeout') return new QueryTooExpensive(this.#timeLimit);
    return new EngineUnavailable(error.message, error.retryAfterSeconds);
  }
}
