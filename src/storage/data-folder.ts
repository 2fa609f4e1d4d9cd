import { join } from 'node:path';

/** What lies in a data folder. The store is the truth; the index can be made from it again at any time. */
export function storeFile(folder: string): string {
  return join(folder, 'store.mdb');
}

/** LMDB's table of readers: of no use without the store beside it, and made anew when missing. */
export function storeLockFile(folder: string): string {
  return `${storeFile(folder)}-lock`;
}

export function indexFolder(folder: string): string {
  return join(folder, 'index');
}

/** Examples that were sent and are yet to be learnt from. */
export function trainingFolder(folder: string): string {
  return join(folder, 'training');
}

/** Answers to imports that their clients have not read yet; the files have no names, so they end with the process. */
export function spoolFolder(folder: string): string {
  return join(folder, 'spool');
}

/** Says which service works on the folder. */
export function serviceLockFile(folder: string): string {
  return join(folder, 'service.lock');
}
