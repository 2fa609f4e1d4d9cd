import { constants, existsSync, lstatSync, statSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.js';
import { readFolderLock } from '../../storage/folder-lock.js';
import { formatBytes } from '../progress-bar.js';
import { type Finding, fine, note, wrong } from './finding.js';

const NEEDED = [20, 19] as const;

export function examineNode(version: string): Finding {
  const [major, minor] = version.split('.').map(Number);
  const enough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  if (enough) return fine(`Node.js ${version}.`);
  return wrong(`Node.js ${version} is too old.`, `Install Node.js ${NEEDED.join('.')} or later.`);
}

const HARDLY_ENOUGH = 1_000_000_000;
const NOT_ENOUGH = 100_000_000;

export async function examineFolder(config: Config): Promise<Finding[]> {
  const folder = resolve(config.dataDir);
  if (!existsSync(folder)) return examineMissing(folder);
  if (!(await stat(folder)).isDirectory()) {
    return [wrong(`The data folder ${folder} is a file, not a folder.`, 'Set SEXTANT_DATA_DIR to a folder.')];
  }
  return [await examineAccess(folder), await examineSpace(folder)];
}

async function examineMissing(folder: string): Promise<Finding[]> {
  const parent = nearestEntry(folder);
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) {
    const reason = `The data folder ${folder} cannot be created: ${parent} is a file, or a link that leads nowhere.`;
    return [wrong(reason, 'Set SEXTANT_DATA_DIR to another folder.')];
  }
  if (!(await canWrite(parent))) {
    return [wrong(`The data folder ${folder} does not exist and cannot be created in ${parent}.`, adviceFor(parent))];
  }
  return [
    note(`The data folder ${folder} does not exist yet. The first start creates it.`),
    await examineSpace(parent),
  ];
}

async function examineAccess(folder: string): Promise<Finding> {
  if (await canWrite(folder)) return fine(`The data folder ${folder} is writable.`);
  return wrong(`The data folder ${folder} is not writable by this user.`, adviceFor(folder));
}

async function examineSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${formatBytes(free)} free on the disk of ${folder}.`;
  if (free < NOT_ENOUGH) return wrong(text, 'Free some space: writes fail when the disk is full.');
  return free < HARDLY_ENOUGH ? note(text, 'Consider freeing some space.') : fine(text);
}

/** A link that leads nowhere is an entry, too: nothing can be created in its place. */
function nearestEntry(path: string): string {
  const parent = dirname(path);
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined || parent === path ? path : nearestEntry(parent);
}

async function canWrite(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function adviceFor(folder: string): string {
  return `Give this user write permission on ${folder}, or set SEXTANT_DATA_DIR to another folder.`;
}

/** Whether a service is running on the folder and, if not, whether one could listen. */
export async function examinePort(config: Config): Promise<Finding[]> {
  const holder = await readFolderLock(config.dataDir);
  if (holder !== null) return [fine(`A service is running on the data folder: ${holder.url} (process ${holder.pid}).`)];
  const { host, port } = config;
  const reason = await tryToListen(config);
  if (reason === null) return [fine(`No service is running on the data folder; ${host}:${port} is available.`)];
  return [wrong(`A service could not listen on ${host}:${port} (${reason}).`, 'Change SEXTANT_HOST or SEXTANT_PORT.')];
}

function tryToListen({ host, port }: Config): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
