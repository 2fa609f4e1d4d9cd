import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onDisk } from './on-disk.js';

/** The folder for uploaded files while their documents are read. */
export class UploadFiles {
  constructor(readonly folder: string) {}

  /** Removes what a process left behind that was killed. */
  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The path for a new file. */
  async newPath(): Promise<string> {
    await onDisk('An uploaded file', mkdir(this.folder, { recursive: true, mode: 0o700 }));
    return join(this.folder, randomUUID());
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }
}
