import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './places.mjs';

/** Each cluster has a folder with its nodes' data, and this file in it: `{ url, pids }`. */
const FILE = 'cluster.json';

export function remember(folder, cluster) {
  writeFileSync(join(folder, FILE), JSON.stringify(cluster));
}

/** Every cluster that was started and not stopped yet: `{ folder, url, pids }`. */
export function rememberedClusters() {
  const clusters = cacheFolder('clusters');
  return readdirSync(clusters)
    .map((name) => join(clusters, name))
    .filter((folder) => existsSync(join(folder, FILE)))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, FILE), 'utf8')) }));
}

/** Whether the process is a node of this cluster still: the system may have given its id to another one. */
export function isNodeOf(folder, pid) {
  return commandOf(pid).includes(folder);
}

/** The command line of a process; empty if there is none. A node is told its folder on it, see `startNode`. */
function commandOf(pid) {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
