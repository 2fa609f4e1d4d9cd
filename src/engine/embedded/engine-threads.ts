import { randomUUID } from 'node:crypto';
import { CallableThread, ThreadCrash, workerFile } from '../../threads/callable-thread.js';
import { LastingThread } from '../../threads/lasting-thread.js';
import { EngineUnavailable, Overloaded } from '../engine-errors.js';
import type { IndexerMethods } from './index/indexer-worker.js';
import { type AddedSegment, type IndexUpdate, LiveSegments } from './index/live-segments.js';
import type { MergeMethods } from './index/merge-worker.js';
import { Cancellations, type Ticket } from './query/cancellations.js';
import type { QueryMethods, QueryThreadData } from './query/query-worker.js';

export interface EngineThreadsOptions {
  queryThreads: number;
  /** A thread is gone. A query thread is started again, after a pause if it could not be started; without the others the process can't go on. */
  onCrash: (error: Error, thread: 'query' | 'indexer' | 'merger', pauseMilliseconds?: number) => void;
}

type QueryName = 'find' | 'findPassages' | 'describeMetadata';

/** More queries than this waiting for a thread would only time out there. */
const MAX_WAITING_QUERIES = 1000;

/** The threads of the embedded engine, shared by the indexes of all modes: one that writes, one that merges, some that read. */
export class EngineThreads {
  readonly indexer: CallableThread<IndexerMethods>;
  readonly #options: EngineThreadsOptions;
  #merger: CallableThread<MergeMethods> | null = null;
  readonly #queries: LastingThread<QueryMethods>[];
  readonly #cancellations = new Cancellations();
  /** The channel in which the query threads of this engine, and of no other in the process, help one another. */
  readonly #team = `query threads ${randomUUID()}`;
  /** What the query threads know, kept to bring a new one up to date. */
  readonly #indexes = new Map<string, LiveSegments>();
  #canWrite = true;

  constructor(options: EngineThreadsOptions) {
    this.#options = options;
    this.indexer = new CallableThread(workerFile(import.meta.url, './index/indexer-worker.js'), {
      onCrash: (error) => this.#writerCrashed(error, 'indexer'),
    });
    this.#queries = Array.from({ length: options.queryThreads }, () => this.#startQueryThread());
  }

  /** Starts with the first merge: nobody waits for one, and a service that is only asked never makes any. */
  get merger(): CallableThread<MergeMethods> {
    this.#merger ??= new CallableThread(workerFile(import.meta.url, './index/merge-worker.js'), {
      onCrash: (error) => this.#writerCrashed(error, 'merger'),
    });
    return this.#merger;
  }

  /** False once a thread that writes has crashed or was closed: no call to it succeeds any more. */
  get canWrite(): boolean {
    return this.#canWrite;
  }

  /**
   * Every query that is asked after this call sees the update: a thread that fails to take it answers none, but crashes and is
   * replaced. Throws if the update could not be sent; threads may then know different segments until `republish` succeeds.
   */
  publish(index: string, update: IndexUpdate): void {
    this.#segmentsOf(index).take(update);
    for (const { current } of this.#queries) current?.tell('update', { index, update });
  }

  /** Replaces everything that is known of an index, for when an update may have been lost. */
  republish(index: string, segments: AddedSegment[]): void {
    this.#indexes.set(index, LiveSegments.of(segments));
    for (const { current } of this.#queries) current?.tell('replace', { index, segments });
  }

  /** Why no query can be answered at the moment; null if they can. */
  get trouble(): EngineUnavailable | null {
    if (this.#queries.some(({ isFailing }) => !isFailing)) return null;
    const pause = Math.min(...this.#queries.map(({ pauseMilliseconds }) => pauseMilliseconds));
    return new EngineUnavailable(
      'The threads that answer queries can not be started; the log says why. It is tried again.',
      Math.ceil(pause / 1000),
    );
  }

  /** Asks the idlest query thread. `signal` ends the query early, whether it waits or runs. */
  async query<Name extends QueryName>(
    method: Name,
    { index, plan }: { index: string; plan: Parameters<QueryMethods[Name]>[0]['plan'] },
    signal?: AbortSignal,
  ): Promise<ReturnType<QueryMethods[Name]>> {
    signal?.throwIfAborted();
    const idlest = this.#idlestQueryThread();
    if (idlest.waiting > MAX_WAITING_QUERIES) throw new Overloaded();
    const ticket = this.#cancellations.newTicket();
    const answer = idlest.call(method, { index, plan, ticket } as Parameters<QueryMethods[Name]>[0]);
    try {
      const awaited = signal === undefined ? answer : this.#unlessAborted(answer, ticket, signal);
      return (await awaited) as ReturnType<QueryMethods[Name]>;
    } catch (error) {
      if (!(error instanceof ThreadCrash)) throw error;
      throw new EngineUnavailable('The search was interrupted by a failure. Try again in a moment.', 1, error);
    }
  }

  async close(): Promise<void> {
    this.#canWrite = false;
    await Promise.all([this.indexer, this.#merger, ...this.#queries].map((thread) => thread?.close()));
  }

  #unlessAborted<Answer>(answer: Promise<Answer>, ticket: Ticket, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#cancellations.cancel(ticket);
        reject(signal.reason);
      };
      signal.addEventListener('abort', cancel);
      void answer.then(resolve, reject).then(() => signal.removeEventListener('abort', cancel));
    });
  }

  #segmentsOf(index: string): LiveSegments {
    let segments = this.#indexes.get(index);
    if (segments === undefined) {
      segments = new LiveSegments();
      this.#indexes.set(index, segments);
    }
    return segments;
  }

  #writerCrashed(error: Error, thread: 'indexer' | 'merger'): void {
    this.#canWrite = false;
    this.#options.onCrash(error, thread);
  }

  #idlestQueryThread(): CallableThread<QueryMethods> {
    // One that fails to start would lose the query.
    const threads = this.#queries.flatMap(({ current, isFailing }) => (current === null || isFailing ? [] : [current]));
    if (threads.length === 0) throw this.trouble;
    return threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
  }

  #startQueryThread(): LastingThread<QueryMethods> {
    const data: QueryThreadData = { team: this.#team, cancellations: this.#cancellations.shared };
    return new LastingThread<QueryMethods>({
      file: workerFile(import.meta.url, './query/query-worker.js'),
      workerData: data,
      prepare: async (thread) => {
        for (const [index, segments] of this.#indexes) thread.tell('replace', { index, segments: segments.toAdded() });
        await thread.call('confirmStart', undefined);
      },
      onCrash: (error, pause) => this.#options.onCrash(error, 'query', pause),
    });
  }
}
