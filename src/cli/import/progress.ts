import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { ImportTarget, LineResult } from './request.js';
import type { ImportSource, Position } from './source.js';

/** The progress of an import. Stored in a file beside the imported one, so that a later run can resume. */
export interface ImportProgress {
  /** Names this import in idempotency keys. */
  run: string;
  file: ImportSource['identity'];
  mode: ImportTarget['mode'];
  place: string;
  position: Position;
  created: number;
  updated: number;
  failed: number;
}

export function newProgress(source: ImportSource, { mode, place }: ImportTarget): ImportProgress {
  const position = { line: 0, offset: 0 };
  return { run: randomUUID(), file: source.identity, mode, place, position, created: 0, updated: 0, failed: 0 };
}

/** The progress of an earlier run of the same import; null if there is none or the file has changed since. */
export async function savedProgress(source: ImportSource, target: ImportTarget): Promise<ImportProgress | null> {
  if (source.identity === null) return null;
  try {
    const saved: ImportProgress = JSON.parse(await readFile(progressFile(source), 'utf8'));
    const same =
      saved.file?.size === source.identity.size &&
      saved.file.modified === source.identity.modified &&
      saved.mode === target.mode &&
      saved.place === target.place;
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

/** Failed lines: all of them go to a file, the first few are shown on the screen. */
export class ImportFailures {
  readonly shown: string[] = [];
  readonly file: string;

  constructor(sourceName: string) {
    this.file = `${sourceName}.failed.ndjson`;
  }

  /** Removes the failures of an earlier import of the file. */
  async startOver(): Promise<void> {
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

/** Ids and messages may quote the file, so control characters are replaced: they could manipulate the terminal. */
function describe({ line, id, error }: LineResult): string {
  const text = `  line ${line}${id === null ? '' : ` (${id})`}: ${error?.message ?? 'unknown error'}`;
  return text.replace(/\p{Cc}/gu, '?');
}
