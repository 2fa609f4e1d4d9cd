import { hash } from 'node:crypto';
import { clip } from '../document/code-points.js';

/** What is counted of the searches for one query, within the same tenants and on one day. */
export interface QueryLogEntry {
  /** Days since 1970, in UTC. */
  day: number;
  /** The tenants that the searches were limited to, sorted; null if they were not limited. */
  tenants: readonly string[] | null;
  /** As `normalizeQuery` returns it. */
  query: string;
  /** Searches that found nothing are counted apart from those that found something. */
  isEmpty: boolean;
  /** How many searches there were. */
  count: number;
  /** The sums over all of them: what they found, and how long they took. */
  results: number;
  milliseconds: number;
  /** When the last one was, and what it found. */
  lastTime: number;
  lastResults: number;
}

/** What queries are listed by, the highest first. Queries that are equal in it are in order of their text. */
export const QUERY_LOG_ORDERS = ['count', 'last_seen_at', 'mean_latency_ms'] as const;
export type QueryLogOrder = (typeof QUERY_LOG_ORDERS)[number];

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export function dayOf(time: number): number {
  return Math.floor(time / DAY_MILLISECONDS);
}

export function startOfDay(day: number): number {
  return day * DAY_MILLISECONDS;
}

/** UTF-16 units of a query that are kept. */
const LONGEST_KEPT = 256;
const WHITE_SPACE = /\s+/gu;
/** What the lower case of İ is outside Turkish: an i with a second dot. */
const DOTTED_I = 'i\u0307';

/** Queries that differ only in case and white space count as one, in every language. Long ones are cut. */
export function normalizeQuery(query: string): string {
  const lower = query.replace(WHITE_SPACE, ' ').trim().toLowerCase();
  return clip(lower.replaceAll(DOTTED_I, 'i'), LONGEST_KEPT);
}

/** Equal for entries that are added up. Of a fixed length, whatever the query and the tenants. */
export function entryDigest({ tenants, query, isEmpty }: Pick<QueryLogEntry, 'tenants' | 'query' | 'isEmpty'>): string {
  return hash('sha256', JSON.stringify([tenants, isEmpty, query]), 'base64url');
}

/** Two entries with the same digest and day. */
export function addUp(a: QueryLogEntry, b: QueryLogEntry): QueryLogEntry {
  const { lastTime, lastResults } = b.lastTime >= a.lastTime ? b : a;
  return {
    ...a,
    count: a.count + b.count,
    results: a.results + b.results,
    milliseconds: a.milliseconds + b.milliseconds,
    lastTime,
    lastResults,
  };
}
