/** Runs at most `permits` tasks at once. Others wait, first come, first served. */
export class Semaphore {
  readonly #permits: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #held = 0;

  /** `maxWaiting` is not enforced here: callers that refuse work under load check `isFull` first. */
  constructor(permits: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** True if a further task would have to wait and `maxWaiting` tasks are already waiting. */
  get isFull(): boolean {
    return this.#held >= this.#permits && this.#waiting.length >= this.#maxWaiting;
  }

  /** Rejects with the reason of the signal if it aborts before the task has started. */
  async run<Result>(task: () => Result | Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#held < this.#permits) this.#held++;
    else await this.#permit(signal);
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // A permit that is passed to the next task stays held.
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

/** Runs one task per key at a time, first come, first served. */
export class KeyedTurns {
  readonly #tasks = new Map<string, { running: Semaphore; left: number }>();

  /** Rejects with the reason of the signal if it aborts before the task has started. */
  async run<Result>(key: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const tasks = this.#tasks.get(key) ?? { running: new Semaphore(1), left: 0 };
    this.#tasks.set(key, tasks);
    tasks.left++;
    try {
      return await tasks.running.run(task, signal);
    } finally {
      tasks.left--;
      if (tasks.left === 0) this.#tasks.delete(key);
    }
  }
}

/** A mutex per key: tasks with the same key run one after the other, tasks with different keys at once. */
export class KeyedMutex {
  readonly #held = new Map<string, Promise<void>>();

  /** Waits for the mutex of `key`. Call the returned function to release it. */
  async take(key: string): Promise<() => void> {
    while (this.#held.has(key)) await this.#held.get(key);
    let end = () => {};
    this.#held.set(
      key,
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    return () => {
      this.#held.delete(key);
      end();
    };
  }

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const release = await this.take(key);
    try {
      return await task();
    } finally {
      release();
    }
  }
}
