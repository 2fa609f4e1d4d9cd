import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder that only this user may read, and those above it that are missing. The recursive `mkdir` of Node.js never ends where a
 * folder that exists refuses new ones as if it did not, as /proc does.
 */
export async function createFolder(folder: string): Promise<void> {
  const refusal = await tryToCreate(folder);
  if (refusal === null) return;
  const parent = dirname(folder);
  if (!isMissing(refusal) || parent === folder) throw refusal;
  await createFolder(parent);
  const secondRefusal = await tryToCreate(folder);
  if (secondRefusal !== null) throw secondRefusal;
}

/** Returns why it can't be created; null if it is there. */
async function tryToCreate(folder: string): Promise<unknown> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return null;
  } catch (error) {
    return (await isFolder(folder)) ? null : error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ?? false;
}
