import { dayOf, entryDigest, type QueryLogEntry } from '../domain/search/query-log.js';
import type { QueryLogStorage } from './query-log-storage.js';

/**
 * Copies what was searched for. Entries are added to those of the same query and day, so one that the other log has already is
 * left out: a copy that is repeated counts nothing twice.
 */
export async function copyQueryLog(from: QueryLogStorage, to: QueryLogStorage, signal?: AbortSignal): Promise<void> {
  // Clocks of machines differ a little.
  const days = { from: 0, to: dayOf(Date.now()) + 1 };
  const copied = new Set<string>();
  for await (const batch of to.entries(days)) for (const entry of batch) copied.add(nameOf(entry));
  for await (const batch of from.entries(days)) {
    signal?.throwIfAborted();
    await to.add(batch.filter((entry) => !copied.has(nameOf(entry))));
  }
}

function nameOf(entry: QueryLogEntry): string {
  return `${entry.day}/${entryDigest(entry)}`;
}
