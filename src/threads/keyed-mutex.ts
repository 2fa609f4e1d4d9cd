/** A mutex for each key: tasks with the same key run one after the other, tasks with different keys at once. */
export class KeyedMutex {
  readonly #held = new Map<string, Promise<void>>();

  /** Waits until nobody else holds `key`. Call the returned function to release it. */
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
