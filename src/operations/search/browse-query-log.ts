import { setImmediate as nextTurn } from 'node:timers/promises';
import { sortInTurns } from '../../algorithms/sort-in-turns.js';
import type { Caller } from '../../domain/caller.js';
import { compareText } from '../../domain/document/code-points.js';
import { addUp, dayOf, type QueryLogEntry } from '../../domain/search/query-log.js';
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

/** What was searched for, the most frequent queries first. */
export async function browseQueryLog(request: QueryLogRequest, context: QueryLogContext): Promise<QueryLogPage> {
  const { caller, queryLog, signal } = context;
  if (request.tenantIds !== null) requireTenants(caller, request.tenantIds);
  const queries = await queryLog.readers.run(() => countQueries(request, context), signal);
  const { page, limit } = request;
  const hasMore = page * limit < queries.length;
  return {
    data: queries.slice((page - 1) * limit, page * limit).map(loggedQuery),
    total: queries.length,
    hasMore,
    nextPage: hasMore ? page + 1 : null,
  };
}

async function countQueries(
  { from, to, tenantIds, only }: QueryLogRequest,
  { caller, queryLog, signal }: QueryLogContext,
): Promise<QueryLogEntry[]> {
  const isSeen = seenWithin(tenantIds ?? caller.tenants);
  const days = { from: from === null ? 0 : dayOf(from), to: to === null ? LAST_DAY : dayOf(to) };
  const queries = new Map<string, QueryLogEntry>();
  for await (const batch of await queryLog.entries(caller.mode, days)) {
    for (const entry of batch) {
      if (!isSeen(entry) || (only === 'without_results' && !entry.isEmpty)) continue;
      const known = queries.get(entry.query);
      queries.set(entry.query, known === undefined ? entry : addUp(known, entry));
    }
    await nextTurn();
    signal?.throwIfAborted();
  }
  return sortInTurns([...queries.values()], (a, b) => b.count - a.count || compareText(a.query, b.query));
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
