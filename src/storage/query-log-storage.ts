import type { QueryLogEntry } from '../domain/search/query-log.js';

/** What was searched for, counted by day. Keeps nothing of a single search. */
export interface QueryLogStorage {
  /**
   * Adds entries to those of the same day, tenants and query. Resolves when they are durable. An entry is added once or, if it
   * rejects, perhaps not at all: counts may fall short, but never exceed what happened.
   */
  add(entries: readonly QueryLogEntry[]): Promise<void>;
  /** The entries of some days, both included, each once, in any order and in batches of bounded size. */
  entries(days: { from: number; to: number }): AsyncIterable<QueryLogEntry[]>;
  count(): Promise<number>;
  /** Removes the entries of days before `day`. */
  expire(day: number): Promise<void>;
}
