interface OffloadedWork<Payload, Result> {
  inline: (payload: Payload) => Result;
  /** The same work in a worker thread. */
  inThread: (payload: Payload) => Promise<Result>;
  /** Whether the work takes at most a few milliseconds, less than a thread would cost. */
  isSmall: (payload: Payload) => boolean;
  /** Limits the time of small tasks if they are frequent. */
  inlineBudget?: TimeBudget;
}

/** Runs small tasks on the event loop and large ones in a thread. */
export function offload<Payload, Result>(work: OffloadedWork<Payload, Result>): (payload: Payload) => Promise<Result> {
  const { inline, inThread, isSmall, inlineBudget } = work;
  if (inlineBudget === undefined) return async (payload) => (isSmall(payload) ? inline(payload) : inThread(payload));
  return async (payload) => {
    if (!inlineBudget.isLeft || !isSmall(payload)) return inThread(payload);
    return inlineBudget.spend(() => inline(payload));
  };
}

/** The capacity of the bucket, in milliseconds. */
const CAPACITY_MILLISECONDS = 10;

/** Grants work a fraction of the event loop's time: a token bucket of a few milliseconds. */
export class TimeBudget {
  readonly #fraction: number;
  readonly #now: () => number;
  #saved = CAPACITY_MILLISECONDS;
  #savedAt = 0;

  /** `fraction` of event-loop time, from 0 to 1. */
  constructor(fraction: number, now: () => number = () => performance.now()) {
    this.#fraction = fraction;
    this.#now = now;
  }

  get isLeft(): boolean {
    const now = this.#now();
    this.#saved = Math.min(CAPACITY_MILLISECONDS, this.#saved + (now - this.#savedAt) * this.#fraction);
    this.#savedAt = now;
    return this.#saved > 0;
  }

  /** Does the work and charges the time it took. */
  spend<Result>(work: () => Result): Result {
    const began = this.#now();
    const result = work();
    this.#saved -= this.#now() - began;
    return result;
  }
}
