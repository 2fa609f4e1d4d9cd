import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The store: everything that was acknowledged. The index can be rebuilt from it. */
export function storeFile(folder: string): string {
  return join(folder, 'store.mdb');
}

/** LMDB's table of readers. Useless without the store, and recreated if missing. */
export function storeLockFile(folder: string): string {
  return `${storeFile(folder)}-lock`;
}

export function indexFolder(folder: string): string {
  return join(folder, 'index');
}

/** Examples of trainings that have not ended; see training-files.ts. */
export function trainingFolder(folder: string): string {
  return join(folder, 'training');
}

/** The maps of the documents: made again if missing. */
export function mapFolder(folder: string): string {
  return join(folder, 'map');
}

/** Answers to imports that clients have not read yet. The files are unlinked, so they vanish with the process. */
export function spoolFolder(folder: string): string {
  return join(folder, 'spool');
}

/** How the figures of the service have been over time; see ring-file.ts. Can be deleted: then the history begins anew. */
export function statisticsFolder(folder: string): string {
  return join(folder, 'statistics');
}

/** Uploaded files while they are read; see upload-files.ts. */
export function uploadFolder(folder: string): string {
  return join(folder, 'uploads');
}

/** Names the process that uses the folder; see folder-lock.ts. */
export function serviceLockFile(folder: string): string {
  return join(folder, 'service.lock');
}

/** What the store and the index take on disk. */
export async function storedBytes(folder: string): Promise<number> {
  const inIndex = await readdir(indexFolder(folder), { recursive: true }).catch(() => []);
  const files = [storeFile(folder), ...inIndex.map((name) => join(indexFolder(folder), name))];
  const sizes = await Promise.all(files.map(fileBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** 0 for folders, and for a file that was removed meanwhile or never existed. */
async function fileBytes(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() ? stats.size : 0;
}

/** A new or renamed file is durable only when its folder is synced. Windows can't sync folders and does not need to. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
