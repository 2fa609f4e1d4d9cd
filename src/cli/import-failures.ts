import { appendFile, rm } from 'node:fs/promises';
import type { LineResult } from './import-request.js';

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
