import type { Caller } from '../../domain/caller.js';
import { dayOf, type QueryLogEntry, type QueryLogOrder } from '../../domain/search/query-log.js';
import { requireTenants } from '../tenancy.js';
import type { QueryLog } from './query-log.js';

export const LOGGED_SEARCHES = ['all', 'without_results'] as const;
export type LoggedSearches = (typeof LOGGED_SEARCHES)[number];

export interface QueryLogRequest {
  /** Milliseconds; their whole days are meant, both included. Null for no limit. */
  from: number | null;
  to: number | null;
  tenantIds: readonly string[] | null;
  only: LoggedSearches;
  orderBy: QueryLogOrder;
  limit: number;
  page: number;
}

export interface LoggedQuery {
  query: string;
  count: number;
  /** Of the last search. */
  lastResults: number;
  meanResults: number;
  meanMilliseconds: number;
  lastTime: number;
}

interface QueryLogPage {
  data: LoggedQuery[];
  /** The number of queries on all pages. */
  total: number;
  hasMore: boolean;
  nextPage: number | null;
}

interface QueryLogContext {
  caller: Caller;
  queryLog: QueryLog;
  signal?: AbortSignal;
}

/** Later than any day that is logged. */
const LAST_DAY = 900_000;

/** What was searched for. */
export async function browseQueryLog(request: QueryLogRequest, context: QueryLogContext): Promise<QueryLogPage> {
  const { caller, queryLog, signal } = context;
  if (request.tenantIds !== null) requireTenants(caller, request.tenantIds);
  const { queries, total } = await queryLog.readers.run(() => countQueries(request, context), signal);
  const { page, limit } = request;
  const hasMore = page * limit < total;
  return {
    data: queries.map(loggedQuery),
    total,
    hasMore,
    nextPage: hasMore ? page + 1 : null,
  };
}

/** The log is large, so a thread adds it up. Only what the caller may see goes there. */
async function countQueries(
  { from, to, tenantIds, only, orderBy, page, limit }: QueryLogRequest,
  { caller, queryLog, signal }: QueryLogContext,
): Promise<{ queries: QueryLogEntry[]; total: number }> {
  const isSeen = seenWithin(tenantIds ?? caller.tenants);
  const days = { from: from === null ? 0 : dayOf(from), to: to === null ? LAST_DAY : dayOf(to) };
  const counting = queryLog.beginCounting();
  for await (const batch of await queryLog.entries(caller.mode, days)) {
    const entries = batch.filter((entry) => isSeen(entry) && (only === 'all' || entry.isEmpty));
    await counting.add(entries);
    signal?.throwIfAborted();
  }
  return counting.page({ orderBy, page, limit });
}

/**
 * A search is seen by those who may see all tenants that it was limited to. One that was not limited is seen by keys that are not
 * bound to tenants, as long as they don't ask for some of them.
 */
function seenWithin(tenants: readonly string[] | null): (entry: QueryLogEntry) => boolean {
  if (tenants === null) return () => true;
  const own = new Set(tenants);
  return (entry) =>
    entry.tenants !== null && entry.tenants.length > 0 && entry.tenants.every((tenant) => own.has(tenant));
}

function loggedQuery({ query, count, results, milliseconds, lastTime, lastResults }: QueryLogEntry): LoggedQuery {
  return {
    query,
    count,
    lastResults,
    meanResults: results / count,
    meanMilliseconds: milliseconds / count,
    lastTime,
  };
}
