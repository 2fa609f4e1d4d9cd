import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of examples that were sent and are yet to be learnt from, and of models on their way to the store. */
export class TrainingFiles {
  constructor(readonly folder: string) {}

  /** Makes the folder, and removes what no training asks for any more. */
  async open(needed: ReadonlySet<string>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const kept = new Set([...needed].flatMap((name) => [name, vectorsOf(name)]));
    for (const name of await readdir(this.folder)) if (!kept.has(name)) await rm(this.path(name), REMOVAL);
  }

  /** A name that nothing has. */
  newName(ending: 'upload' | 'ndjson' | 'model'): string {
    return `${randomUUID()}.${ending}`;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Where the vectors of a file of examples are kept while a model learns from it. */
  vectorsPath(examples: string): string {
    return this.path(vectorsOf(examples));
  }

  /** With the vectors that belong to it. It may be gone already. */
  async remove(name: string): Promise<void> {
    await rm(this.path(name), REMOVAL);
    await rm(this.vectorsPath(name), REMOVAL);
  }
}

const REMOVAL = { recursive: true, force: true };

function vectorsOf(examples: string): string {
  return `${examples}.vectors`;
}
