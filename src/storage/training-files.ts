import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAll } from '../files/transfer-all.js';
import type { ExampleStorage } from './shared-work.js';

const PIECE_BYTES = 1024 * 1024;
/** An upload takes minutes at most. Files that belong to no version after this time were left by one that failed. */
const UPLOAD_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * The folder for examples of trainings that have not ended, and for trained models until they are in the store. If several
 * instances share a store, the examples wait there instead, so that any of them can train.
 */
export class TrainingFiles {
  readonly #shared: ExampleStorage | null;

  constructor(
    readonly folder: string,
    shared: ExampleStorage | null,
  ) {
    this.#shared = shared;
  }

  /** Creates the folder and removes files that no training needs. */
  async open(needed: ReadonlySet<string>, now: number): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const kept = new Set(this.#shared === null ? [...needed].flatMap((name) => [name, vectorsOf(name)]) : []);
    for (const name of await readdir(this.folder)) if (!kept.has(name)) await rm(this.path(name), REMOVAL);
    await this.#shared?.removeOld(needed, now - UPLOAD_MILLISECONDS);
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

  /** Takes a file of examples to where whoever trains will look for it. */
  async handOver(name: string): Promise<void> {
    if (this.#shared === null) return;
    const file = await open(this.path(name), 'r');
    try {
      for (let piece = 0; ; piece++) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, piece * PIECE_BYTES);
        if (bytesRead === 0 && piece > 0) break;
        await this.#shared.put(name, piece, buffer.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
    await this.removeCopy(name);
  }

  /** Brings a file of examples into the folder; false if there is none. */
  async fetch(name: string): Promise<boolean> {
    if (this.#shared === null) return existsSync(this.path(name));
    const first = await this.#shared.get(name, 0);
    if (first === null) return false;
    const partial = this.path(`${name}.partial`);
    const file = await open(partial, 'w', 0o600);
    try {
      for (let piece = 0, bytes: Buffer | null = first; bytes !== null; bytes = await this.#shared.get(name, piece)) {
        await writeAll(file, bytes);
        piece++;
      }
    } finally {
      await file.close();
    }
    await rename(partial, this.path(name));
    return true;
  }

  /** Removes a file that was fetched, and its vectors. It stays where it was fetched from. */
  async removeCopy(name: string): Promise<void> {
    if (this.#shared !== null) await this.#removeHere(name);
  }

  /** Removes a file and its vectors, if they exist. */
  async remove(name: string): Promise<void> {
    await this.#removeHere(name);
    if (name.endsWith('.ndjson')) await this.#shared?.remove(name);
  }

  async #removeHere(name: string): Promise<void> {
    await rm(this.path(name), REMOVAL);
    await rm(this.vectorsPath(name), REMOVAL);
  }
}

const REMOVAL = { recursive: true, force: true };

function vectorsOf(examples: string): string {
  return `${examples}.vectors`;
}
