import type { Mode } from '../../domain/document/document.js';
import { addUp, entryDigest, type QueryLogEntry } from '../../domain/search/query-log.js';
import type { QueryLogStorage } from '../query-log-storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { Environment } from './environment.js';
import type { StagedWrites } from './staged-writes.js';
import { countEntries, fromSnapshot, inBatches, type Sized } from './tables.js';

/** Entries added or removed per commit, which takes a few milliseconds. */
const AT_ONCE = 200;
/** Entries read in one turn of the event loop: less than a millisecond. */
const READ_AT_ONCE = 100;

/** Keys begin with the day, so that those of some days are next to each other. */
export class LmdbQueryLogStorage implements QueryLogStorage {
  readonly #root: Environment['root'];
  readonly #table: Environment['queryLogs'][Mode];
  readonly #queue: CommitQueue;

  constructor({ root, queryLogs }: Environment, queue: CommitQueue, mode: Mode) {
    this.#root = root;
    this.#table = queryLogs[mode];
    this.#queue = queue;
  }

  async add(entries: readonly QueryLogEntry[]): Promise<void> {
    for (let start = 0; start < entries.length; start += AT_ONCE) {
      await this.#queue.run((staged) => {
        for (const entry of entries.slice(start, start + AT_ONCE)) this.#stage(entry, staged);
      });
    }
  }

  async *entries({ from, to }: { from: number; to: number }): AsyncGenerator<QueryLogEntry[]> {
    const range = { start: dayKey(from), end: dayKey(to + 1) };
    yield* inBatches(
      fromSnapshot(this.#root, (transaction) =>
        this.#table
          .getRange({ ...range, transaction })
          .map(({ value }): Sized<QueryLogEntry> => ({ item: JSON.parse(value), size: value.length })),
      ),
      READ_AT_ONCE,
    );
  }

  async count(): Promise<number> {
    return countEntries(this.#table);
  }

  async expire(day: number): Promise<void> {
    while ((await this.#queue.run((staged) => this.#expireSome(day, staged))) === AT_ONCE);
  }

  #stage(entry: QueryLogEntry, staged: StagedWrites): void {
    const key = dayKey(entry.day) + entryDigest(entry);
    const known = staged.get(this.#table, key);
    staged.put(this.#table, key, JSON.stringify(known === null ? entry : addUp(JSON.parse(known), entry)));
  }

  #expireSome(day: number, staged: StagedWrites): number {
    const keys = [...this.#table.getKeys({ end: dayKey(day), limit: AT_ONCE })];
    for (const key of keys) staged.remove(this.#table, key);
    return keys.length;
  }
}

/** Days have at most six digits until the year 4707. */
function dayKey(day: number): string {
  return `${String(Math.min(999_999, Math.max(0, day))).padStart(6, '0')}/`;
}
