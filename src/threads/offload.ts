import type { TimeBudget } from './time-budget.js';

export interface OffloadedWork<Payload, Result> {
  inline: (payload: Payload) => Result;
  /** The same work in a worker thread. */
  inThread: (payload: Payload) => Promise<Result>;
  /** Whether the work is done in a few milliseconds at worst: then it takes less on the event loop than a thread costs. */
  isSmall: (payload: Payload) => boolean;
  /** For work that is done so often that even its small tasks add up. */
  inlineBudget?: TimeBudget;
}

/** Work that never holds up the event loop: small tasks run on it, large ones in a thread. */
export function offload<Payload, Result>(work: OffloadedWork<Payload, Result>): (payload: Payload) => Promise<Result> {
  const { inline, inThread, isSmall, inlineBudget } = work;
  if (inlineBudget === undefined) return async (payload) => (isSmall(payload) ? inline(payload) : inThread(payload));
  return async (payload) => {
    if (!inlineBudget.isLeft || !isSmall(payload)) return inThread(payload);
    return inlineBudget.spend(() => inline(payload));
  };
}
