import { statfs } from 'node:fs/promises';
import { StorageWriteError } from '../storage-error.js';

/** LMDB reports a write that was cut short as a plain input/output error, so the free space is looked at here. */
const HARDLY_ANY_SPACE = 16 * 2 ** 20;

/** Says why a commit failed, and what can be done. */
export async function writeFailure(error: unknown, folder: string): Promise<StorageWriteError> {
  const reason = await reasonOf(error);
  const free = await freeBytes(folder);
  const hint =
    free !== null && free < HARDLY_ANY_SPACE
      ? ` The disk of the data folder is full (${free} bytes free): make room.`
      : '';
  return new StorageWriteError(`The store could not be written: ${reason}.${hint}`, { cause: error });
}

/** A failed commit carries the disk's own error as a promise; left alone, that would be an unhandled rejection. */
async function reasonOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  if (!('commitError' in error)) return error.message;
  return Promise.resolve(error.commitError).then(
    () => error.message,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
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
