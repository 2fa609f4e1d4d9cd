import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isNodeOf, rememberedClusters } from './running-clusters.mjs';
import { Trouble } from './trouble.mjs';

const PATIENCE_SECONDS = 30;

/** Stops the cluster with this URL, or all clusters. Returns how many nodes were running. */
export async function stopClusters(url) {
  const remembered = rememberedClusters();
  const chosen = remembered.filter((cluster) => url === undefined || cluster.url === url);
  if (url !== undefined && chosen.length === 0) {
    const known = remembered.map((cluster) => cluster.url).join(' ');
    throw new Trouble(`No cluster with the URL ${url} was started here. Running: ${known || 'none'}.`);
  }
  const stopped = await Promise.all(chosen.map(stopCluster));
  return stopped.reduce((sum, count) => sum + count, 0);
}

/** Stops the nodes and removes their data. */
export async function stopCluster({ folder, pids }) {
  const running = pids.filter((pid) => isNodeOf(folder, pid));
  for (const pid of running) {
    signal(pid, 'SIGTERM');
    // A test may have left the node suspended: it could not end then.
    signal(pid, 'SIGCONT');
  }
  const deadline = performance.now() + PATIENCE_SECONDS * 1000;
  while (running.some((pid) => isNodeOf(folder, pid))) {
    if (performance.now() > deadline) for (const pid of running) signal(pid, 'SIGKILL');
    await pause(200);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return running.length;
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
