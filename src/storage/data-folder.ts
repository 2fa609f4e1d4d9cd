import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
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

/** Examples of trainings that have not ended; see `TrainingFiles`. */
export function trainingFolder(folder: string): string {
  return join(folder, 'training');
}

/** Answers to imports that clients have not read yet. The files are unlinked, so they vanish with the process. */
export function spoolFolder(folder: string): string {
  return join(folder, 'spool');
}

/** Names the process that uses the folder; see folder-lock.ts. */
export function serviceLockFile(folder: string): string {
  return join(folder, 'service.lock');
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

/** The folder for examples of trainings that have not ended, and for trained models until they are in the store. */
export class TrainingFiles {
  constructor(readonly folder: string) {}

  /** Creates the folder and removes files that no training needs. */
  async open(needed: ReadonlySet<string>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const kept = new Set([...needed].flatMap((name) => [name, vectorsOf(name)]));
    for (const name of await readdir(this.folder)) if (!kept.has(name)) await rm(this.path(name), REMOVAL);
  }

  /** A new, unique name. */
  newName(ending: 'upload' | 'ndjson' | 'model'): string {
    return `${randomUUID()}.${ending}`;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The file that keeps the vectors of the examples during the training. */
  vectorsPath(examples: string): string {
    return this.path(vectorsOf(examples));
  }

  /** Removes a file and its vectors, if they exist. */
  async remove(name: string): Promise<void> {
    await rm(this.path(name), REMOVAL);
    await rm(this.vectorsPath(name), REMOVAL);
  }
}

const REMOVAL = { recursive: true, force: true };

function vectorsOf(examples: string): string {
  return `${examples}.vectors`;
}
