import { statfs } from 'node:fs/promises';
import { constants } from 'node:os';

/** What needs space fails before the last byte is used, and not every failure names the cause: so the free space is looked at. */
const HARDLY_ANY_SPACE = 16 * 2 ** 20;

/** To be put behind the reason of a write that failed. Empty if the disk of the folder is not full. */
export async function fullDiskHint(folder: string): Promise<string> {
  const free = await freeBytes(folder);
  if (free === null || free >= HARDLY_ANY_SPACE) return '';
  return ` The disk of the data folder ${folder} is full (${free} bytes free). Free some space, or set SEXTANT_DATA_DIR to a folder on another disk.`;
}

/** The store gives the number of the error where the system gives its name. */
export function isFullDisk(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === constants.errno.ENOSPC)
  );
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
