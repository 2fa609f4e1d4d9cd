import type { Cluster, ClusterRequest } from './cluster.js';
import { type SearchAnswer, search } from './search.js';

type Options = Pick<ClusterRequest, 'signal' | 'milliseconds' | 'query'>;

/** An index as it was at one moment: searches in it see one state, whatever is written meanwhile. */
export class PointInTime {
  readonly #cluster: Cluster;
  /** How long the cluster keeps the state for somebody who does not come back: `1m`. */
  readonly #keepAlive: string;
  #id: string;

  private constructor(cluster: Cluster, keepAlive: string, id: string) {
    this.#cluster = cluster;
    this.#keepAlive = keepAlive;
    this.#id = id;
  }

  static async open(
    cluster: Cluster,
    index: string,
    { keepAlive = '1m', ...options }: Omit<Options, 'query'> & { keepAlive?: string } = {},
  ): Promise<PointInTime> {
    const { body } = await cluster.read<{ pit_id: string }>({
      ...options,
      method: 'POST',
      path: `/${index}/_search/point_in_time`,
      query: { keep_alive: keepAlive },
    });
    return new PointInTime(cluster, keepAlive, body.pit_id);
  }

  async search<Source = unknown, Aggregations = Record<string, unknown>>(
    body: object,
    options?: Options,
  ): Promise<SearchAnswer<Source, Aggregations>> {
    const pit = { id: this.#id, keep_alive: this.#keepAlive };
    const answer = await search<Source, Aggregations>(this.#cluster, null, { ...body, pit }, options);
    this.#id = answer.pit_id ?? this.#id;
    return answer;
  }

  /** It would end by itself, but takes disk space until then. Never rejects. */
  async close(): Promise<void> {
    const body = { pit_id: [this.#id] };
    const request = { method: 'DELETE', path: '/_search/point_in_time', body, expected: [404] } as const;
    await this.#cluster.read(request).catch(() => undefined);
  }
}
