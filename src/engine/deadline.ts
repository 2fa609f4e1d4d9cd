import { QueryTooExpensive } from './engine-errors.js';

/** Ends a query that takes too long or was cancelled, so that no query can occupy a thread. */
export class Deadline {
  readonly #milliseconds: number;
  readonly #end: number;
  readonly #isCancelled: () => boolean;

  constructor(milliseconds: number, isCancelled = () => false) {
    this.#milliseconds = milliseconds;
    this.#end = performance.now() + milliseconds;
    this.#isCancelled = isCancelled;
  }

  check(): void {
    if (performance.now() > this.#end) throw new QueryTooExpensive(this.#milliseconds);
    if (this.#isCancelled()) throw new Error('The query was cancelled.');
  }
}
