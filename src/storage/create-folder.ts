import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder that only this user may read, and those above it that are missing. The recursive `mkdir` of Node.js never ends where a
 * folder that exists refuses new ones as if it did not, as /proc does.
 */
export async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = dirname(folder);
    const lacksParent =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' && !(await isFolder(parent));
    if (!lacksParent || parent === folder) throw error;
    await createFolder(parent);
    await createFolder(folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ?? false;
}
