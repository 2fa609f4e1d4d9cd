import type { BrowseQueryLogRequest, LoggedQuery } from '@sextant/client';
import { useSession } from '../../../app/session.js';
import { PAGE_SIZE, type Pages, usePages } from '../use-pages.js';

export type QueryOrder = 'frequent' | 'without-results' | 'slowest';

const DAY_MILLISECONDS = 86_400_000;
/** The slowest are looked for among these: the log itself is sorted by frequency. */
const MOST_COMPARED = 500;

/** What was searched for in the last days, today included. */
export function useLoggedQueries(order: QueryOrder, days: number): Pages<LoggedQuery> {
  const { client } = useSession();
  const range: BrowseQueryLogRequest = { from: new Date(Date.now() - (days - 1) * DAY_MILLISECONDS).toISOString() };
  return usePages<LoggedQuery>(['query-log', order, days], async (page, signal) => {
    if (order !== 'slowest') {
      const only = order === 'frequent' ? 'all' : 'without_results';
      return client.queryLog.browse({ ...range, only, page, limit: PAGE_SIZE }, { signal });
    }
    const compared: LoggedQuery[] = [];
    for await (const query of client.queryLog.browseAll(range, { signal })) {
      compared.push(query);
      if (compared.length === MOST_COMPARED) break;
    }
    const data = compared.sort((one, other) => other.mean_latency_ms - one.mean_latency_ms).slice(0, PAGE_SIZE);
    return { data, next_page: null, total_number_of_results: data.length };
  });
}
