import { compareText } from '../../domain/document/code-points.js';
import { addUp, type QueryLogEntry, type QueryLogOrder } from '../../domain/search/query-log.js';
import { serveCalls } from '../../threads/callable-thread.js';

/** Adds up the entries of a log by query, apart from the event loop: there may be hundreds of thousands. */
interface Counting {
  /** Different for each reader of the log. */
  reader: number;
  queries: Map<string, QueryLogEntry>;
}

/** One reader at a time: the log is large. */
let counting: Counting | null = null;

const methods = {
  /** Takes some entries of the log that a reader looks at. The first of another reader begin anew. */
  add: ({ reader, entries }: { reader: number; entries: readonly QueryLogEntry[] }): void => {
    if (counting?.reader !== reader) counting = { reader, queries: new Map() };
    const { queries } = counting;
    for (const entry of entries) {
      const known = queries.get(entry.query);
      queries.set(entry.query, known === undefined ? entry : addUp(known, entry));
    }
  },

  /** Ends the counting. */
  page: ({
    reader,
    orderBy,
    page,
    limit,
  }: PageOfQueries & { reader: number }): { queries: QueryLogEntry[]; total: number } => {
    const all = counting?.reader === reader ? [...counting.queries.values()] : [];
    counting = null;
    const rank = RANKS[orderBy];
    all.sort((a, b) => rank(b) - rank(a) || compareText(a.query, b.query));
    return { queries: all.slice((page - 1) * limit, page * limit), total: all.length };
  },
};

const RANKS: Record<QueryLogOrder, (entry: QueryLogEntry) => number> = {
  count: ({ count }) => count,
  last_seen_at: ({ lastTime }) => lastTime,
  mean_latency_ms: ({ milliseconds, count }) => milliseconds / count,
};

export interface PageOfQueries {
  orderBy: QueryLogOrder;
  /** From 1. */
  page: number;
  limit: number;
}

export type QueryLogMethods = typeof methods;

serveCalls(methods);
