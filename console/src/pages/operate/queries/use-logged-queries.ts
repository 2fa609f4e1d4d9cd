import type { BrowseQueryLogRequest } from '@sextant/client';
import { useSession } from '../../../app/session.js';
import { PAGE_SIZE, usePages } from '../use-pages.js';

export type QueryList = 'frequent' | 'without-results' | 'latest' | 'slowest';

const DAY_MILLISECONDS = 86_400_000;
const REQUESTS: Record<QueryList, BrowseQueryLogRequest> = {
  frequent: {},
  'without-results': { only: 'without_results' },
  latest: { order_by: 'last_seen_at' },
  slowest: { order_by: 'mean_latency_ms' },
};

/** What was searched for in the last days, today included. */
export function useLoggedQueries(list: QueryList, days: number) {
  const { client } = useSession();
  const from = new Date(Date.now() - (days - 1) * DAY_MILLISECONDS).toISOString();
  return usePages(['query-log', list, days], (page, signal) =>
    client.queryLog.browse({ from, ...REQUESTS[list], page, limit: PAGE_SIZE }, { signal }),
  );
}
