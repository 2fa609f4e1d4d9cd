/**
 * Makes writes visible to searches. A refresh costs the same for one write as for thousands, so all that wait share one: who
 * comes while one is under way waits for the next, since the first may have begun before their writes.
 */
export class SharedRefresh {
  readonly #refresh: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(refresh: () => Promise<void>) {
    this.#refresh = refresh;
  }

  run(): Promise<void> {
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#start();
    const start = () => {
      this.#next = null;
      return this.#start();
    };
    this.#next = this.#running.then(start, start);
    return this.#next;
  }

  #start(): Promise<void> {
    const running = this.#refresh().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }
}
