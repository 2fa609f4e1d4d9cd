import { setMaxListeners } from 'node:events';
import { CallableThread, stopping, type ThreadMethods } from './callable-thread.js';
import { Semaphore } from './semaphore.js';

export interface OnDemandThreadOptions {
  /** An unused thread is ended after this time and started again by the next call. */
  idleMilliseconds?: number;
  /** For input that may attack its parser. */
  limits?: { milliseconds?: number; memoryMb?: number };
}

const IDLE_MILLISECONDS = 30_000;

/** A call took more time or memory than its thread may use. */
export class WorkLimitError extends Error {}

/**
 * A worker thread that exists only while it is used. A thread that crashes is replaced by the next call.
 *
 * With limits, calls are posted one at a time: each is timed from its own start, and a call that is beyond a limit takes
 * nothing but itself down with the thread. Without, calls are posted at once and the thread never waits for the next.
 */
export class OnDemandThread<Methods extends ThreadMethods<Methods>> {
  readonly #file: URL;
  readonly #options: OnDemandThreadOptions;
  readonly #posted: Semaphore;
  readonly #closing = new AbortController();
  #thread: CallableThread<Methods> | null = null;
  #running = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: URL, options: OnDemandThreadOptions = {}) {
    this.#file = file;
    this.#options = options;
    // Each waiting call listens: many are no leak.
    setMaxListeners(0, this.#closing.signal);
    this.#posted = new Semaphore(options.limits === undefined ? Number.POSITIVE_INFINITY : 1);
  }

  /** Rejects with a `WorkLimitError` if the call takes too long or too much memory. */
  call<Name extends keyof Methods & string>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    return this.#posted.run(() => this.#post(method, payload), this.#closing.signal);
  }

  /** Rejects what runs and what waits. */
  async close(): Promise<void> {
    this.#closing.abort(stopping());
    clearTimeout(this.#idle);
    await this.#thread?.close();
  }

  async #post<Name extends keyof Methods & string>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const timer = this.#endInTime(this.#thread);
    this.#running++;
    try {
      return await this.#thread.call(method, payload);
    } catch (error) {
      throw isOutOfMemory(error) ? new WorkLimitError('A worker thread ran out of memory.') : error;
    } finally {
      clearTimeout(timer);
      this.#running--;
      if (this.#running === 0) this.#endWhenIdle();
    }
  }

  #start(): CallableThread<Methods> {
    const thread = new CallableThread<Methods>(this.#file, {
      memoryLimitMb: this.#options.limits?.memoryMb,
      onCrash: () => this.#forget(thread),
    });
    return thread;
  }

  #endInTime(thread: CallableThread<Methods>): NodeJS.Timeout | undefined {
    const { limits } = this.#options;
    if (limits?.milliseconds === undefined) return undefined;
    return setTimeout(() => {
      this.#forget(thread);
      void thread.close(new WorkLimitError('A worker thread ran out of time.'));
    }, limits.milliseconds);
  }

  #endWhenIdle(): void {
    const thread = this.#thread;
    if (thread === null || this.#closing.signal.aborted) return;
    this.#idle = setTimeout(() => {
      this.#forget(thread);
      void thread.close();
    }, this.#options.idleMilliseconds ?? IDLE_MILLISECONDS);
    this.#idle.unref();
  }

  #forget(thread: CallableThread<Methods>): void {
    if (this.#thread === thread) this.#thread = null;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
