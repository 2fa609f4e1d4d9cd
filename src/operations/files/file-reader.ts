import { failure } from '../../domain/errors/error.js';
import type { ExtractionJob } from '../../extraction/extract-file.js';
import type { Extracted } from '../../extraction/extracted.js';
import type { ExtractionPool } from '../../extraction/process/extraction-pool.js';
import { KeyedMutex } from '../../threads/locks.js';

interface FileReaderOptions {
  pool: ExtractionPool;
  /** The largest file that is read. */
  maxBytes: number;
}

/**
 * Files that arrive at the same time, of one key and of all. They take no place of those that are read: one key with slow connections
 * would keep out all others. Together they bound the disk that uploads take.
 */
const ARRIVING_OF_KEY = 16;
const ARRIVING = 32;
/** Files that have arrived, and wait or are read at the same time. */
const FILES_AT_ONCE = 16;
/** How long a file waits for one of the processes. Its sender hears nothing meanwhile. */
const WAIT_MILLISECONDS = 60_000;
const RETRY_SECONDS = 5;

/** Reads uploaded files, a few at a time. */
export class FileReader {
  readonly maxBytes: number;
  readonly #pool: ExtractionPool;
  readonly #files = new KeyedMutex();
  /** Files that arrive, by the key that sends them. */
  readonly #arriving = new Map<string, number>();
  #begun = 0;

  constructor({ pool, maxBytes }: FileReaderOptions) {
    this.#pool = pool;
    this.maxBytes = maxBytes;
  }

  /** Throws `overloaded` if too many files are arriving. Call the returned function when this one has. */
  receive(keyId: string): () => void {
    const ofKey = this.#arriving.get(keyId) ?? 0;
    const ofAll = [...this.#arriving.values()].reduce((sum, files) => sum + files, 0);
    if (ofKey >= ARRIVING_OF_KEY) throw tooMany(`${ofKey} files of this key are being received.`);
    if (ofAll >= ARRIVING) throw tooMany('Too many files are being received.');
    this.#arriving.set(keyId, ofKey + 1);
    return () => this.#received(keyId);
  }

  #received(keyId: string): void {
    const left = (this.#arriving.get(keyId) ?? 1) - 1;
    if (left === 0) this.#arriving.delete(keyId);
    else this.#arriving.set(keyId, left);
  }

  /** Throws `overloaded` if too many files are being read. Call the returned function when all is done. */
  begin(): () => void {
    if (this.#begun >= FILES_AT_ONCE) throw tooMany('Too many files are being read.');
    this.#begun++;
    return () => {
      this.#begun--;
    };
  }

  /** Uploads of the same file are carried out one after the other. Call the returned function when this one is. */
  takeTurn(file: string): Promise<() => void> {
    return this.#files.take(file);
  }

  /** Finds the documents of a file in a process with limits on time and memory. */
  async *read(
    { path, name, type, options }: Omit<ExtractionJob, 'maxBytes'>,
    signal: AbortSignal,
  ): AsyncGenerator<Extracted> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(tooMany('No file could be read for a while.')), WAIT_MILLISECONDS);
    const parts = this.#pool.extract(
      { path, name, type, options, maxBytes: this.maxBytes },
      { signal: AbortSignal.any([signal, patience.signal]), onBegin: () => clearTimeout(timer) },
    );
    try {
      yield* parts;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#pool.close();
  }
}

function tooMany(reason: string): Error {
  return failure('overloaded', `${reason} Try again in a moment.`, { retryAfterSeconds: RETRY_SECONDS });
}
