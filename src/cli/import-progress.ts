import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Position } from './import-chunks.js';
import type { ImportTarget } from './import-request.js';
import type { ImportSource } from './import-source.js';

/** How far an import has come. Kept in a file beside the one that is imported, so that a later run can go on. */
export interface ImportProgress {
  /** Names this import in idempotency keys. */
  run: string;
  file: ImportSource['identity'];
  mode: ImportTarget['mode'];
  url: string;
  position: Position;
  created: number;
  updated: number;
  failed: number;
}

export function newProgress(source: ImportSource, { mode, url }: ImportTarget): ImportProgress {
  const position = { line: 0, offset: 0 };
  return { run: randomUUID(), file: source.identity, mode, url, position, created: 0, updated: 0, failed: 0 };
}

/** What an earlier run of the same import left; null if there was none, or the file has changed since. */
export async function savedProgress(source: ImportSource, target: ImportTarget): Promise<ImportProgress | null> {
  if (source.identity === null) return null;
  try {
    const saved: ImportProgress = JSON.parse(await readFile(progressFile(source), 'utf8'));
    const same =
      saved.file?.size === source.identity.size &&
      saved.file.modified === source.identity.modified &&
      saved.mode === target.mode &&
      saved.url === target.url;
    return same && Number.isSafeInteger(saved.position.offset) ? saved : null;
  } catch {
    return null;
  }
}

export async function saveProgress(source: ImportSource, progress: ImportProgress): Promise<void> {
  if (source.identity === null) return;
  const file = progressFile(source);
  await writeFile(`${file}.new`, JSON.stringify(progress));
  await rename(`${file}.new`, file);
}

export async function removeProgress(source: ImportSource): Promise<void> {
  await rm(progressFile(source), { force: true });
}

function progressFile(source: ImportSource): string {
  return `${source.name}.sextant-progress`;
}
