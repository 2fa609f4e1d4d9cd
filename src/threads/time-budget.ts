/** The most that a quiet time can save up, in milliseconds. */
const MOST_SAVED = 10;

/** Grants a kind of work a fraction of the event loop's time, as a leaky bucket that holds a few milliseconds. */
export class TimeBudget {
  readonly #fraction: number;
  readonly #now: () => number;
  #saved = MOST_SAVED;
  #savedAt = 0;

  /** `fraction` of event-loop time, from 0 to 1. */
  constructor(fraction: number, now: () => number = () => performance.now()) {
    this.#fraction = fraction;
    this.#now = now;
  }

  get isLeft(): boolean {
    const now = this.#now();
    this.#saved = Math.min(MOST_SAVED, this.#saved + (now - this.#savedAt) * this.#fraction);
    this.#savedAt = now;
    return this.#saved > 0;
  }

  /** Does the work and charges the time that it took. */
  spend<Result>(work: () => Result): Result {
    const began = this.#now();
    const result = work();
    this.#saved -= this.#now() - began;
    return result;
  }
}
