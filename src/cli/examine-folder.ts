import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.js';
import { formatBytes } from './byte-progress.js';
import { type Finding, fine, note, wrong } from './finding.js';

const HARDLY_ENOUGH = 1_000_000_000;
const NOT_ENOUGH = 100_000_000;

export async function examineFolder(config: Config): Promise<Finding[]> {
  const folder = resolve(config.dataDir);
  if (!existsSync(folder)) return examineMissing(folder);
  if (!(await stat(folder)).isDirectory()) {
    return [wrong(`The data folder ${folder} is a file.`, 'Set SEXTANT_DATA_DIR to a folder.')];
  }
  return [await examineAccess(folder), await examineSpace(folder)];
}

async function examineMissing(folder: string): Promise<Finding[]> {
  const parent = nearestFolder(folder);
  if (!(await canWrite(parent))) {
    return [wrong(`The data folder ${folder} is not there and cannot be made in ${parent}.`, adviceFor(parent))];
  }
  return [note(`The data folder ${folder} is not there yet. The first start makes it.`), await examineSpace(parent)];
}

async function examineAccess(folder: string): Promise<Finding> {
  if (await canWrite(folder)) return fine(`The data folder ${folder} can be written.`);
  return wrong(`The data folder ${folder} cannot be written by this user.`, adviceFor(folder));
}

async function examineSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${formatBytes(free)} are free on the disk of ${folder}.`;
  if (free < NOT_ENOUGH) return wrong(text, 'Make room: writes fail when the disk is full.');
  return free < HARDLY_ENOUGH ? note(text, 'Think of making room.') : fine(text);
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : nearestFolder(parent);
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
  return `Give this user the right to write in ${folder}, or set SEXTANT_DATA_DIR to another folder.`;
}
