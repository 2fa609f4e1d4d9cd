import { failure } from '../../domain/errors/error.js';

type Lane = 'waitedFor' | 'passages';

/** Requests that run at once. What somebody waits for has slots of its own, and never queues behind passages. */
const SLOTS: Record<Lane, number> = { waitedFor: 16, passages: 4 };
const MAX_WAITING: Record<Lane, number> = { waitedFor: 500, passages: 2_000 };

/** Lets only so many requests run at once; the others wait for their turn, first come, first served. */
export class RequestSlots {
  private readonly running: Record<Lane, number> = { waitedFor: 0, passages: 0 };
  private readonly waiting: Record<Lane, (() => void)[]> = { waitedFor: [], passages: [] };

  refuseIfFull(lane: Lane): void {
    if (this.waiting[lane].length < MAX_WAITING[lane]) return;
    throw failure('overloaded', 'Too many texts wait to be embedded. Try again in a moment.', { retryAfterSeconds: 2 });
  }

  async run<Result>(lane: Lane, task: () => Promise<Result>): Promise<Result> {
    if (this.running[lane] >= SLOTS[lane]) await new Promise<void>((resolve) => this.waiting[lane].push(resolve));
    else this.running[lane]++;
    try {
      return await task();
    } finally {
      const next = this.waiting[lane].shift();
      // A slot that is passed on stays counted.
      if (next === undefined) this.running[lane]--;
      else next();
    }
  }
}
