import type { Cluster, ClusterRequest } from './cluster.js';

/** An index as it was at one moment, for searches that belong together. Part of their bodies as `pit`. */
export interface PointInTime {
  id: string;
  keep_alive: string;
}

/** How long it stays after each search. */
const KEPT = '1m';

export async function openPointInTime(
  cluster: Cluster,
  index: string,
  options: Pick<ClusterRequest, 'signal' | 'milliseconds'> = {},
): Promise<PointInTime> {
  const { body } = await cluster.read<{ pit_id: string }>({
    ...options,
    method: 'POST',
    path: `/${index}/_search/point_in_time`,
    query: { keep_alive: KEPT },
  });
  return { id: body.pit_id, keep_alive: KEPT };
}

/** Nobody waits for it, and it ends by itself if this fails. */
export function closePointInTime(cluster: Cluster, { id }: PointInTime): void {
  cluster.read({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } }).catch(() => undefined);
}
