import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LmdbStorage, openLmdbStorage } from '../src/storage/lmdb/open.js';

/** Stores in temporary folders: `cleanUp` closes and removes all that were made. */
export class ScratchStorages {
  readonly #folders: string[] = [];
  readonly #opened: LmdbStorage[] = [];

  newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-store-'));
    this.#folders.push(folder);
    return folder;
  }

  async open(folder = this.newFolder()): Promise<LmdbStorage> {
    return this.keep(await openLmdbStorage({ folder }));
  }

  keep(storage: LmdbStorage): LmdbStorage {
    this.#opened.push(storage);
    return storage;
  }

  async cleanUp(): Promise<void> {
    for (const storage of this.#opened.splice(0)) await storage.close();
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs `script` in another process that has the store of `folder` open as `storage`, and what is below it as
 * `environment`.
 */
export function runChild(script: string, folder: string) {
  const root = join(import.meta.dirname, '..');
  const source = `
    import { openEnvironment } from ${JSON.stringify(join(root, 'src/storage/lmdb/environment.ts'))};
    import { LmdbStorage } from ${JSON.stringify(join(root, 'src/storage/lmdb/open.ts'))};
    const environment = await openEnvironment(${JSON.stringify(folder)});
    const storage = new LmdbStorage(environment);
    ${script}`;
  const loader = join(root, 'scripts', 'run-typescript.mjs');
  return spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', source], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export function exitOf(child: ReturnType<typeof runChild>): Promise<void> {
  return new Promise((resolve) => child.on('close', () => resolve()));
}
