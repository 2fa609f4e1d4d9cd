/** Runs at most `permits` tasks at once. The others wait for a permit, first come, first served. */
export class Semaphore {
  readonly #permits: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #held = 0;

  /** `maxWaiting` bounds nothing by itself: callers that refuse work under load ask `isFull` first. */
  constructor(permits: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** True if a task would have to wait and as many as allowed are waiting already. */
  get isFull(): boolean {
    return this.#held >= this.#permits && this.#waiting.length >= this.#maxWaiting;
  }

  /** Rejects with the signal's reason if it aborts before the task has started. */
  async run<Result>(task: () => Result | Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#held < this.#permits) this.#held++;
    else await this.#permit(signal);
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // A permit that is passed on stays held.
      if (next === undefined) this.#held--;
      else next();
    }
  }

  #permit(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      this.#waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
