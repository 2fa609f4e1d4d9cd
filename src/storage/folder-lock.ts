import { mkdir, rm } from 'node:fs/promises';
import { serviceLockFile } from './data-folder.js';
import { type LockHolder, readLockFile, takeLockFile, writeLockFile } from './lock-file.js';
import { thisProcess } from './running-process.js';

/** Another service works on the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(folder: string, holder: LockHolder) {
    super(
      `The data folder ${folder} is in use by the service at ${holder.url} (process ${holder.pid}). Stop it, or set SEXTANT_DATA_DIR to another folder.`,
    );
  }
}

export interface FolderLock {
  /** Tells others where the service can be reached, once it is known. */
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/** Makes this process the only service on the folder. A lock that a killed process left behind is taken over. */
export async function takeFolder(folder: string, url: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = serviceLockFile(folder);
  const holder: LockHolder = { ...(await thisProcess()), url };
  const other = await takeLockFile(file, holder);
  if (other !== null) throw new FolderInUseError(folder, other);
  return {
    announce: (address) => writeLockFile(file, { ...holder, url: address }),
    release: () => rm(file, { force: true }),
  };
}

/** The service that works on the folder now; null for none, a lock left by a dead process included. */
export function readFolderLock(folder: string): Promise<LockHolder | null> {
  return readLockFile(serviceLockFile(folder));
}
