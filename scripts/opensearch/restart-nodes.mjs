import { join } from 'node:path';
import { isNodeOf, remember, rememberedClusters } from './running-clusters.mjs';
import { startNode } from './start-node.mjs';
import { Trouble } from './trouble.mjs';

/** Starts the nodes of a cluster that have ended, on the data that they had. Does not wait until they have joined it. */
export function restartNodes({ java, home, url }) {
  const cluster = rememberedClusters().find((one) => one.url === url);
  if (cluster === undefined) throw new Trouble(`No cluster with the URL ${url} was started here.`);
  const { folder } = cluster;
  cluster.pids = cluster.pids.map((pid, i) => {
    if (isNodeOf(folder, pid)) return pid;
    const started = startNode({ java, home, node: { folder: join(folder, `node-${i + 1}`) } });
    started.unref();
    return started.pid ?? pid;
  });
  remember(folder, cluster);
  return cluster;
}
