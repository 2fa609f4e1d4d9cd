import { ClusterTrouble } from '../../opensearch/cluster-errors.js';
import { pauseBefore } from '../../opensearch/pause.js';

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
