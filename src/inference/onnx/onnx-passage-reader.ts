import { availableParallelism } from 'node:os';
import { failure } from '../../domain/errors/error.js';
import { workerFile } from '../../threads/callable-thread.js';
import { Semaphore } from '../../threads/locks.js';
import type { PassageReader, Reading, ReadPassage } from '../reader.js';
import type { JoinedModelFiles } from './joined-model.js';
import { ModelThread } from './model-thread.js';
import type { ReaderMethods } from './reader-worker.js';

export interface PassageReaderOptions {
  files: JoinedModelFiles;
  /** Each reads one passage at a time. */
  threads?: number;
  /** How many cores each thread uses for a passage. */
  coresPerThread?: number;
  /** Is told what the caller is not: why the model failed. */
  onFailure: (error: Error) => void;
}

/**
 * Two cores on one passage have the first reading soonest, and hold the model once. Two threads with a core each would read
 * many passages in three quarters of the time: callers seldom read many.
 */
const THREADS = 1;
const CORES_PER_THREAD = Math.min(2, availableParallelism());
/** Some seconds of work: callers beyond it would only time out. */
const MAX_WAITING_PASSAGES = 500;

/** A reader in threads of its own, which the first passage starts. */
export class OnnxPassageReader implements PassageReader {
  readonly atOnce: number;
  readonly #threads: ModelThread<ReaderMethods>[];
  readonly #slots: Semaphore;

  constructor({ files, threads = THREADS, coresPerThread = CORES_PER_THREAD, onFailure }: PassageReaderOptions) {
    this.atOnce = threads;
    this.#slots = new Semaphore(threads, MAX_WAITING_PASSAGES);
    const options = {
      file: workerFile(import.meta.url, './reader-worker.js'),
      workerData: { files, cores: coresPerThread },
      name: 'The reader',
      staysLoaded: true,
      onFailure,
    };
    this.#threads = Array.from({ length: threads }, () => new ModelThread<ReaderMethods>(options));
  }

  async load(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.load()));
  }

  async read(question: string, passage: ReadPassage, signal?: AbortSignal): Promise<Reading> {
    if (this.#slots.isFull)
      throw failure('overloaded', 'Too many passages wait to be read. Try again in a moment.', {
        retryAfterSeconds: 2,
      });
    return this.#slots.run(() => this.#freeThread().call('read', { question, passage }), signal);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** There are as many slots as threads, so one of them is free. One that is loaded answers sooner. */
  #freeThread(): ModelThread<ReaderMethods> {
    const free = this.#threads.filter(({ waiting }) => waiting === 0);
    return free.find(({ ready }) => ready) ?? free[0];
  }
}
