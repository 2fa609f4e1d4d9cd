import { createServer } from 'node:net';
import type { Config } from '../config.js';
import { readFolderLock } from '../storage/folder-lock.js';
import { type Finding, fine, wrong } from './finding.js';

/** Is a service running on the folder and, if not, could one start? */
export async function examinePort(config: Config): Promise<Finding[]> {
  const holder = await readFolderLock(config.dataDir);
  if (holder !== null) return [fine(`A service runs on the data folder: ${holder.url} (process ${holder.pid}).`)];
  const { host, port } = config;
  const reason = await tryToListen(config);
  if (reason === null) return [fine(`No service runs on the data folder; ${host}:${port} is free for one.`)];
  return [
    wrong(`A service could not listen on ${host}:${port} (${reason}).`, 'Set SEXTANT_HOST or SEXTANT_PORT to others.'),
  ];
}

function tryToListen({ host, port }: Config): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
