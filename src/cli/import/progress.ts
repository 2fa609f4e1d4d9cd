import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { ImportTarget, LineResult } from './request.js';
import type { ImportSource, Position } from './source.js';

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

const SHOWN_AT_MOST = 20;

/** The lines that were not taken: all of them in a file, the first ones for the screen. */
export class ImportFailures {
  readonly shown: string[] = [];
  readonly file: string;

  constructor(sourceName: string) {
    this.file = `${sourceName}.failed.ndjson`;
  }

  /** Drops what an earlier import of the file left. */
  async startAnew(): Promise<void> {
    await rm(this.file, { force: true });
  }

  /** `text` is the line as it was sent; `line` of the result counts in the whole file. */
  async add(failures: readonly { result: LineResult; text: string }[]): Promise<void> {
    if (failures.length === 0) return;
    const records = failures.map(({ result: { line, id, error }, text }) => JSON.stringify({ line, id, error, text }));
    await appendFile(this.file, `${records.join('\n')}\n`);
    for (const { result } of failures) {
      if (this.shown.length < SHOWN_AT_MOST) this.shown.push(describe(result));
    }
  }
}

/** Ids and messages may repeat what the file says; it must not be able to steer the terminal. */
function describe({ line, id, error }: LineResult): string {
  const text = `  line ${line}${id === null ? '' : ` (${id})`}: ${error?.message ?? 'no reason given'}`;
  return text.replace(/\p{Cc}/gu, '?');
}
