import { failure } from '../domain/errors/error.js';

export interface QueueLimits {
  /** Texts that are written at once. */
  atOnce: number;
  /** Requests that may wait beside those. */
  waiting: number;
}

const RETRY_SECONDS = 5;

/** Lets only so many texts be written at once; the others wait for their turn, first come, first served. */
export class GenerationQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly limits: QueueLimits) {}

  /** Rejects with `overloaded` when too many wait already, with the signal's reason when it aborts before the turn comes. */
  async run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.limits.atOnce) this.#running++;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // A slot that is passed on stays counted.
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.limits.waiting) {
      const message = `The language model has ${this.#waiting.length} requests waiting already. Try again in a moment.`;
      throw failure('overloaded', message, { retryAfterSeconds: RETRY_SECONDS });
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      this.#waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
