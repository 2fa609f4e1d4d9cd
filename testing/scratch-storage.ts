import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '../src/domain/document/document.js';
import type { DocumentVectors } from '../src/domain/document/vectors.js';
import { type LmdbStorage, openLmdbStorage } from '../src/storage/lmdb/open.js';

/** Stores in temporary folders, for tests: `cleanUp` closes and removes all that were made. */
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

export function documentWith(id: string, fields: Partial<Document> = {}): Document {
  return {
    id,
    title: `Title of ${id}`,
    tenantId: 'acme',
    language: 'en',
    metadata: null,
    sourceUri: null,
    createdAt: 1,
    updatedAt: 2,
    content: null,
    ...fields,
  };
}

/** Vectors that differ from passage to passage, over the whole range of codes. */
export function vectorsWith({ space = 'space', passages = 1, dimensions = 16 }): DocumentVectors {
  const codesOf = (passage: number) =>
    Int8Array.from({ length: dimensions }, (_, i) => ((i * 37 + passage) % 255) - 127);
  const all = Array.from({ length: passages }, (_, i) => ({
    start: i * 70_000,
    end: i * 70_000 + 9,
    codes: codesOf(i),
  }));
  return { space, passages: all };
}

export async function put(storage: LmdbStorage, stored: Document, vectors?: readonly DocumentVectors[]): Promise<void> {
  const [result] = await storage.documents('live').write([{ id: stored.id, decide: () => stored, vectors }]);
  if (result.status === 'rejected') throw result.reason;
}

/** Runs `script` in another process that has the store of `folder` open as `storage`. */
export function runChild(script: string, folder: string) {
  const root = join(import.meta.dirname, '..');
  const source = `
    import { openLmdbStorage } from ${JSON.stringify(join(root, 'src/storage/lmdb/open.ts'))};
    const storage = await openLmdbStorage({ folder: ${JSON.stringify(folder)} });
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
