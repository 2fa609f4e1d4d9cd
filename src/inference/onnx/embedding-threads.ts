import { failure } from '../../domain/errors/error.js';
import { workerFile } from '../../threads/callable-thread.js';
import type { Embedding } from '../embedder.js';
import type { EmbeddingMethods, Portion } from './embedding-worker.js';
import type { EncoderModel } from './encoder.js';
import { ModelThread } from './model-thread.js';

/** Callers beyond these would only time out in the queue. */
const MAX_WAITING_QUERIES = 500;
const MAX_WAITING_PASSAGES = 20_000;
/** After a query, one thread does no passages for this long: the next query finds it free. */
const QUERY_PAUSE_MILLISECONDS = 2_000;

export interface EmbeddingThreadsOptions {
  models: readonly EncoderModel[];
  threads: number;
  /** Is told what the caller is not: why a model failed. */
  onFailure: (error: Error) => void;
}

type EmbeddingThread = ModelThread<EmbeddingMethods>;

interface WaitingPortion {
  portion: Portion;
  resolve: (embeddings: Embedding[]) => void;
  reject: (error: Error) => void;
}

/**
 * Shares work among threads. Queries go to the idlest thread at once and wait there for a text or two;
 * passages wait here, and a thread gets a portion of them when it has finished the last one.
 */
export class EmbeddingThreads {
  readonly #threads: EmbeddingThread[];
  readonly #busyWithPassages = new Set<EmbeddingThread>();
  readonly #passages: WaitingPortion[] = [];
  #waitingPassages = 0;
  #lastQuery = Number.NEGATIVE_INFINITY;
  #closing = false;

  readonly #onFailure: (error: Error) => void;

  constructor({ models, threads, onFailure }: EmbeddingThreadsOptions) {
    this.#onFailure = onFailure;
    this.#threads = Array.from({ length: threads }, () => embeddingThread(models, onFailure));
  }

  get count(): number {
    return this.#threads.length;
  }

  /** The length of the vectors, when one thread is ready. The others follow: the service need not wait for them. */
  async load(): Promise<number> {
    const [first, ...others] = this.#threads;
    const dimensions = await first.load();
    for (const thread of others) thread.load().then(() => this.#handOut(), this.#onFailure);
    return dimensions;
  }

  async embedAtOnce(portion: Portion): Promise<Embedding[]> {
    this.#lastQuery = performance.now();
    return this.#idlestThread().call('embed', portion);
  }

  async countTokens(portion: Portion): Promise<number[]> {
    return this.#idlestThread().call('countTokens', portion);
  }

  async embedPassages(portions: readonly Portion[]): Promise<Embedding[][]> {
    if (portions.length === 0) return [];
    this.#refuseIfClosing();
    if (this.#waitingPassages > MAX_WAITING_PASSAGES) throw tooMuch('passages');
    const answers = portions.map((portion) => this.#enqueue(portion));
    this.#handOut();
    return Promise.all(answers);
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const { reject } of this.#passages.splice(0)) reject(stopping());
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #idlestThread(): EmbeddingThread {
    this.#refuseIfClosing();
    const idlest = this.#usableThreads().reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
    if (idlest.waiting > MAX_WAITING_QUERIES) throw tooMuch('queries');
    return idlest;
  }

  /** Where none is ready, work waits for one to load. */
  #usableThreads(): EmbeddingThread[] {
    const ready = this.#threads.filter((thread) => thread.ready);
    return ready.length > 0 ? ready : this.#threads.slice(0, 1);
  }

  #enqueue(portion: Portion): Promise<Embedding[]> {
    this.#waitingPassages += portion.texts.length;
    return new Promise((resolve, reject) => {
      this.#passages.push({ portion, resolve, reject });
    });
  }

  #handOut(): void {
    for (const thread of this.#usableThreads()) {
      if (this.#passages.length === 0 || this.#busyWithPassages.size >= this.#threadsForPassages()) return;
      if (!this.#busyWithPassages.has(thread)) void this.#workOn(thread);
    }
  }

  async #workOn(thread: EmbeddingThread): Promise<void> {
    const { portion, resolve, reject } = this.#passages.shift()!;
    this.#waitingPassages -= portion.texts.length;
    this.#busyWithPassages.add(thread);
    await thread.call('embed', portion).then(resolve, reject);
    this.#busyWithPassages.delete(thread);
    this.#handOut();
  }

  #threadsForPassages(): number {
    const queriesRun = performance.now() - this.#lastQuery < QUERY_PAUSE_MILLISECONDS;
    return queriesRun ? Math.max(1, this.count - 1) : this.count;
  }

  #refuseIfClosing(): void {
    if (this.#closing) throw stopping();
  }
}

function embeddingThread(models: readonly EncoderModel[], onFailure: (error: Error) => void): EmbeddingThread {
  return new ModelThread({
    file: workerFile(import.meta.url, './embedding-worker.js'),
    workerData: { models },
    name: 'The encoder',
    staysLoaded: true,
    onFailure,
  });
}

function tooMuch(what: string): Error {
  return failure('overloaded', `Too many ${what} wait to be embedded. Try again in a moment.`, {
    retryAfterSeconds: 2,
  });
}

function stopping(): Error {
  return failure('shutting_down', 'The service is stopping.');
}
