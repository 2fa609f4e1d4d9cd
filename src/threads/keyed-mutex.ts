/** Lets those who name the same thing do their work one after the other. */
export class KeyedMutex {
  readonly #underWay = new Map<string, Promise<void>>();

  /** Waits until nobody else has the turn of `key`. It lasts until what is returned is called. */
  async take(key: string): Promise<() => void> {
    while (this.#underWay.has(key)) await this.#underWay.get(key);
    let end = () => {};
    this.#underWay.set(
      key,
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    return () => {
      this.#underWay.delete(key);
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
