import { setMaxListeners } from 'node:events';
import { CallableThread, stopping, ThreadCrash, type ThreadMethods } from './callable-thread.js';
import { Semaphore } from './locks.js';

export interface OnDemandThreadOptions {
  /** An idle thread ends after this time; the next call starts a new one. */
  idleMilliseconds?: number;
  /** Limits of one call, for hostile input. */
  limits?: { milliseconds?: number; memoryMb?: number };
}

const IDLE_MILLISECONDS = 30_000;

/** A call exceeded the time or memory limit. */
export class WorkLimitError extends Error {}

/**
 * A worker thread that exists only while it is used. A thread that crashes is replaced by the next call.
 *
 * With limits, calls are posted one at a time: each has its own timer, and a call that exceeds a limit fails alone when its
 * thread is ended. Without limits, calls are posted immediately, so that the thread never has to wait for the next one.
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
    // Every waiting call listens to the signal, so many listeners are not a leak.
    setMaxListeners(0, this.#closing.signal);
    this.#posted = new Semaphore(options.limits === undefined ? Number.POSITIVE_INFINITY : 1);
  }

  /** Rejects with a `WorkLimitError` if the call exceeds a limit, and with the reason of `signal` if it aborts while the call waits. */
  call<Name extends keyof Methods & string>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    const ended = signal === undefined ? this.#closing.signal : AbortSignal.any([this.#closing.signal, signal]);
    return this.#posted.run(() => this.#post(method, payload), ended);
  }

  /** Rejects running and waiting calls. */
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
  if (!(error instanceof ThreadCrash) || !(error.cause instanceof Error)) return false;
  return 'code' in error.cause && error.cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
