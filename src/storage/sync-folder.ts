import { open } from 'node:fs/promises';

/** A new or renamed file is durable only once its folder is. Windows can't sync one, and does not need to. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
