import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAll } from '../../files/transfer-all.js';
import { onDisk } from '../../storage/on-disk.js';

const MEMORY_BYTES = 1024 * 1024;
const READ_BYTES = 256 * 1024;
const ANSWER = 'The answer to an import';

/** What did not fit into memory; the file has no name any more, so it is gone with the process. */
interface Overflow {
  file: FileHandle;
  written: number;
  read: number;
}

/**
 * Text on its way to a client that may not be reading yet: many clients send the whole import before they read its
 * answer, and must not be held up by it. Up to a megabyte waits in memory, the rest in a file of the data folder.
 */
export class AnswerSpool implements AsyncIterable<Buffer> {
  readonly #folder: string;
  readonly #memory: Buffer[] = [];
  #memoryBytes = 0;
  #overflow: Overflow | null = null;
  #end: { error: unknown } | null = null;
  #wake: () => void = () => undefined;
  /** The last write. */
  #writing: Promise<void> = Promise.resolve();
  /** The reader has gone: what would be written has nowhere to go. */
  #abandoned = false;

  /** `folder` is made when it is needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** One writer at a time: the next call comes after this one has resolved. */
  async write(text: string): Promise<void> {
    if (this.#abandoned) return;
    this.#writing = this.#append(text);
    await this.#writing;
  }

  /** Nothing more will come; with an error, the reader gets it after all that was written. */
  end(error: unknown = null): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        if (this.#memory.length > 0) yield this.#takeMemory();
        else if (this.#overflow !== null && this.#overflow.read < this.#overflow.written) {
          yield await readMore(this.#overflow);
        } else if (this.#end !== null) break;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      if (this.#end.error !== null) throw this.#end.error;
    } finally {
      this.#abandoned = true;
      // A write that has begun may be making the file, or needs it.
      await this.#writing.catch(() => undefined);
      await this.#overflow?.file.close();
    }
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    if (this.#overflow === null && this.#memoryBytes + bytes.length > MEMORY_BYTES) {
      this.#overflow = { file: await onDisk(ANSWER, openNamelessFile(this.#folder)), written: 0, read: 0 };
    }
    // Once there is a file everything goes there, or later text would overtake earlier.
    if (this.#overflow === null) {
      this.#memory.push(bytes);
      this.#memoryBytes += bytes.length;
    } else {
      await onDisk(ANSWER, writeAll(this.#overflow.file, bytes, this.#overflow.written));
      this.#overflow.written += bytes.length;
    }
    this.#wake();
  }

  #takeMemory(): Buffer {
    const taken = Buffer.concat(this.#memory, this.#memoryBytes);
    this.#memory.length = 0;
    this.#memoryBytes = 0;
    return taken;
  }
}

async function readMore(overflow: Overflow): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, overflow.written - overflow.read));
  const { bytesRead } = await overflow.file.read(buffer, 0, buffer.length, overflow.read);
  overflow.read += bytesRead;
  return buffer.subarray(0, bytesRead);
}

async function openNamelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `answer-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
