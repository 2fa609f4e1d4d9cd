import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireDocument } from '../../../extraction/documents/file-documents.js';
import { CommandError } from '../../command.js';
import { type ImportTarget, type LineResult, sendLines } from '../request.js';

interface Waiting {
  line: Buffer;
  resolve(result: LineResult): void;
  reject(error: unknown): void;
}

const MAX_LINES = 200;
const MAX_BYTES = 2 * 2 ** 20;
const REQUESTS_AT_ONCE = 2;
/** Documents of other files may arrive meanwhile and share the request. */
const GATHER_MILLISECONDS = 5;

/** Sends the documents of many files in few requests. */
export class DocumentSender {
  readonly #target: ImportTarget;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(target: ImportTarget) {
    this.#target = target;
  }

  /** Resolves when the document is stored or was refused; rejects if the service can't be reached. */
  send(document: WireDocument): Promise<LineResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: Buffer.from(`${JSON.stringify(document)}\n`), resolve, reject });
      if (this.#running < REQUESTS_AT_ONCE) this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running++;
    await sleep(GATHER_MILLISECONDS);
    while (this.#waiting.length > 0) await this.#sendGroup(this.#takeGroup());
    this.#running--;
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ line }, index) => {
      bytes += line.length;
      return index > 0 && (index >= MAX_LINES || bytes > MAX_BYTES);
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #sendGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await sendLines(this.#target, Buffer.concat(group.map(({ line }) => line)), randomUUID());
      for (const result of results) group[result.line - 1]?.resolve(result);
      // Without effect on those that have been resolved.
      for (const { reject } of group) reject(new CommandError('The service left a document without an answer.'));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
