import { failure } from '../../domain/error.js';
import type { TextKind } from '../embedder.js';

/** Requests of each kind that run at once. Queries have slots of their own: they never wait for passages. */
const SLOTS: Record<TextKind, number> = { query: 16, passage: 4 };
const MAX_WAITING: Record<TextKind, number> = { query: 500, passage: 2_000 };

/** Lets only so many requests run at once; the others wait for their turn, first come, first served. */
export class RequestSlots {
  private readonly running: Record<TextKind, number> = { query: 0, passage: 0 };
  private readonly waiting: Record<TextKind, (() => void)[]> = { query: [], passage: [] };

  refuseIfFull(kind: TextKind): void {
    if (this.waiting[kind].length < MAX_WAITING[kind]) return;
    throw failure('overloaded', 'Too many texts wait to be embedded. Try again in a moment.', { retryAfterSeconds: 2 });
  }

  async run<Result>(kind: TextKind, task: () => Promise<Result>): Promise<Result> {
    if (this.running[kind] >= SLOTS[kind]) await new Promise<void>((resolve) => this.waiting[kind].push(resolve));
    else this.running[kind]++;
    try {
      return await task();
    } finally {
      const next = this.waiting[kind].shift();
      // A slot that is passed on stays counted.
      if (next === undefined) this.running[kind]--;
      else next();
    }
  }
}
