import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterTrouble } from '../../opensearch/cluster-errors.js';

const FIRST_PAUSE_MILLISECONDS = 20;
const LONGEST_PAUSE_MILLISECONDS = 1000;

/** The pause before the next try: random, so that those who were refused together don't come back together. */
export function pauseBefore(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS);
  return sleep(longest * (0.5 + Math.random() / 2));
}

/** Repeats what may be done twice, as long as the cluster rejects it for lack of room or gives no answer. */
export async function repeatedly<Result>(milliseconds: number, task: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + milliseconds;
  for (let attempt = 0; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (!mayPass(error) || Date.now() >= deadline) throw error;
      await pauseBefore(attempt);
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof ClusterTrouble && (error.kind === 'overloaded' || error.outcomeUnknown);
}
