import type { Cluster } from '../../../opensearch/cluster.js';
import { ClusterTrouble } from '../../../opensearch/cluster-errors.js';
import { type SearchAnswer, search } from '../../../opensearch/search.js';
import type { QueryOptions } from '../../engine.js';
import { EngineUnavailable, Overloaded, QueryTooExpensive } from '../../engine-errors.js';

/** The index that queries ask. */
export interface SearchedIndex {
  cluster: Cluster;
  alias: string;
}

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

  /** Throws if the time is over or nobody waits. */
  check(): void {
    this.#signal?.throwIfAborted();
    if (performance.now() > this.#end) throw new QueryTooExpensive(this.#timeLimit);
  }

  search<Source = unknown, Aggregations = Record<string, unknown>>(
    body: object,
  ): Promise<SearchAnswer<Source, Aggregations>> {
    const { cluster, alias } = this.#index;
    return this.#request((options) => search<Source, Aggregations>(cluster, alias, body, options));
  }

  /** Runs searches that all see the index as it is now. */
  async atOnePointInTime<Result>(use: (searchThere: QuerySession['search']) => Promise<Result>): Promise<Result> {
    const { cluster, alias } = this.#index;
    const { body } = await this.#request((options) =>
      cluster.read<{ pit_id: string }>({
        ...options,
        method: 'POST',
        path: `/${alias}/_search/point_in_time`,
        query: { keep_alive: '1m' },
      }),
    );
    const pit = { id: body.pit_id, keep_alive: '1m' };
    try {
      return await use((there) => this.#request((options) => search(cluster, null, { ...there, pit }, options)));
    } finally {
      const closed = { method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [pit.id] } } as const;
      // It ends by itself if this fails.
      cluster.read(closed).catch(() => undefined);
    }
  }

  async #request<Answer>(
    send: (options: { signal?: AbortSignal; milliseconds: number }) => Promise<Answer>,
  ): Promise<Answer> {
    this.check();
    const milliseconds = Math.max(1, Math.ceil(this.#end - performance.now()));
    try {
      return await send({ signal: this.#signal, milliseconds });
    } catch (error) {
      this.check();
      throw this.#toEngineError(error);
    }
  }

  #toEngineError(error: unknown): unknown {
    if (!(error instanceof ClusterTrouble)) return error;
    if (error.kind === 'overloaded') return new Overloaded();
    if (error.kind === 'timeout') return new QueryTooExpensive(this.#timeLimit);
    return new EngineUnavailable(error.message, error.retryAfterSeconds);
  }
}
