/** How much may be used at once after a quiet time, in milliseconds. */
const MOST_SAVED = 10;

/** Gives a kind of work a share of the event loop's time. What is not used is saved up, a little. */
export class TimeBudget {
  #saved = MOST_SAVED;
  #savedAt = 0;

  constructor(
    /** Of 1. */
    private readonly share: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isLeft(): boolean {
    const now = this.now();
    this.#saved = Math.min(MOST_SAVED, this.#saved + (now - this.#savedAt) * this.share);
    this.#savedAt = now;
    return this.#saved > 0;
  }

  /** Does the work, and takes from what is saved the time that it took. */
  spend<Result>(work: () => Result): Result {
    const began = this.now();
    const result = work();
    this.#saved -= this.now() - began;
    return result;
  }
}
