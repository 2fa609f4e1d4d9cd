import { MODES, type Mode } from '../../domain/document/document.js';
import { addUp, dayOf, entryDigest, normalizeQuery, type QueryLogEntry } from '../../domain/search/query-log.js';
import type { QueryLogStorage } from '../../storage/query-log-storage.js';
import { workerFile } from '../../threads/callable-thread.js';
import { Semaphore } from '../../threads/locks.js';
import { OnDemandThread } from '../../threads/on-demand-thread.js';
import type { PageOfQueries, QueryLogMethods } from './query-log-thread.js';

/** A search that was answered. */
export interface NotedSearch {
  mode: Mode;
  /** What it was limited to; null if it was not limited. */
  tenants: readonly string[] | null;
  query: string;
  /** How many documents it found on all pages. */
  results: number;
  milliseconds: number;
}

export interface QueryLogOptions {
  storage(mode: Mode): QueryLogStorage;
  /** Days that are kept, today included; 0 to note nothing and to keep nothing. */
  retentionDays: number;
  now(): number;
  /** What can't be written is lost, because searches don't wait for it. */
  onLoss(error: unknown, searches: number): void;
  /** Called once a day for each mode, when there is no room for a further query. */
  onFull(mode: Mode): void;
}

interface QueryCounting {
  add(entries: readonly QueryLogEntry[]): Promise<void>;
  /** Queries in an order, with how many there are on all pages. */
  page(wanted: PageOfQueries): Promise<{ queries: QueryLogEntry[]; total: number }>;
}

// Limits that keep the log small whatever is searched for. Entries have a few hundred bytes, at most a kilobyte.
/** Entries of a day and mode that this instance begins. Searches that would begin further ones are not noted. */
const MOST_PER_DAY = 10_000;
/** The same within the same tenants, so that one tenant can't use up the room of all. */
const MOST_PER_TENANTS = 5_000;
/** Entries of a mode that are kept. The oldest days go first. */
const MOST_KEPT = 200_000;

const FLUSH_MILLISECONDS = 5_000;
const TIDY_MILLISECONDS = 60 * 60 * 1000;

/**
 * Counts what is searched for. Searches are noted in memory and written in batches, so that none waits for it. They are durable
 * after some seconds, and once `flush` or `close` resolves.
 */
export class QueryLog {
  /** The log is read as a whole, which takes memory: one request at a time should do so. */
  readonly readers = new Semaphore(1);
  readonly #options: QueryLogOptions;
  readonly #pages: Record<Mode, DayPage>;
  readonly #thread = new OnDemandThread<QueryLogMethods>(workerFile(import.meta.url, './query-log-thread.js'));
  #readers = 0;
  #timer: NodeJS.Timeout | null = null;
  #tidying: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: QueryLogOptions) {
    const today = dayOf(options.now());
    this.#options = options;
    this.#pages = { live: new DayPage(today), test: new DayPage(today) };
  }

  /** Whether searches are noted; otherwise the log is empty. */
  get isKept(): boolean {
    return this.#options.retentionDays > 0;
  }

  /** Removes what is too old, now and every hour. */
  start(): void {
    void this.tidy();
    this.#tidying = setInterval(() => void this.tidy(), TIDY_MILLISECONDS).unref();
  }

  note({ mode, tenants, query, results, milliseconds }: NotedSearch): void {
    if (!this.isKept) return;
    const now = this.#options.now();
    const page = this.#pageOf(mode, dayOf(now));
    const wasFull = page.isFull;
    page.add({
      day: page.day,
      tenants: tenants && [...new Set(tenants)].sort(),
      query: normalizeQuery(query),
      isEmpty: results === 0,
      count: 1,
      results,
      milliseconds,
      lastTime: now,
      lastResults: results,
    });
    if (page.isFull && !wasFull) this.#options.onFull(mode);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MILLISECONDS).unref();
  }

  /** Writes what was noted until now. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const mode of MODES) {
      const entries = this.#pages[mode].takeNoted();
      if (entries.length > 0) this.#writing = this.#writing.then(() => this.#write(mode, entries));
    }
    return this.#writing;
  }

  /** Removes days beyond the retention, and the oldest ones while there are too many entries. */
  async tidy(): Promise<void> {
    const today = dayOf(this.#options.now());
    for (const mode of MODES) {
      try {
        const log = this.#options.storage(mode);
        let first = this.#firstDay();
        await log.expire(first);
        while (first <= today && (await log.count()) > MOST_KEPT) await log.expire(++first);
      } catch (error) {
        this.#options.onLoss(error, 0);
      }
    }
  }

  /** The entries of some days that are not too old, with those that were just noted. */
  async entries(mode: Mode, { from, to }: { from: number; to: number }): Promise<AsyncIterable<QueryLogEntry[]>> {
    await this.flush();
    return this.#options.storage(mode).entries({ from: Math.max(from, this.#firstDay()), to });
  }

  /** Adds entries up by query. To be used by the one that `readers` admits. */
  beginCounting(): QueryCounting {
    const reader = ++this.#readers;
    return {
      add: (entries) => this.#thread.call('add', { reader, entries }),
      page: (wanted) => this.#thread.call('page', { ...wanted, reader }),
    };
  }

  async close(): Promise<void> {
    if (this.#tidying !== null) clearInterval(this.#tidying);
    await this.#thread.close();
    await this.flush();
  }

  /** The first day that is kept; tomorrow if nothing is. */
  #firstDay(): number {
    return dayOf(this.#options.now()) + 1 - this.#options.retentionDays;
  }

  #pageOf(mode: Mode, day: number): DayPage {
    const page = this.#pages[mode];
    if (page.day === day) return page;
    void this.flush();
    this.#pages[mode] = new DayPage(day);
    return this.#pages[mode];
  }

  async #write(mode: Mode, entries: readonly QueryLogEntry[]): Promise<void> {
    try {
      await this.#options.storage(mode).add(entries);
    } catch (error) {
      const searches = entries.reduce((sum, { count }) => sum + count, 0);
      this.#options.onLoss(error, searches);
    }
  }
}

/** What was searched for on one day. */
class DayPage {
  /** What was noted since it was last written, by digest. */
  #noted = new Map<string, QueryLogEntry>();
  /** The digests of all entries of the day. */
  readonly #begun = new Set<string>();
  /** How many entries there are within the same tenants. */
  readonly #within = new Map<string, number>();
  /** Whether a query has been left out. */
  isFull = false;

  constructor(readonly day: number) {}

  add(entry: QueryLogEntry): void {
    const digest = entryDigest(entry);
    if (!this.#begun.has(digest) && !this.#begin(entry, digest)) return;
    const noted = this.#noted.get(digest);
    this.#noted.set(digest, noted === undefined ? entry : addUp(noted, entry));
  }

  takeNoted(): QueryLogEntry[] {
    const entries = [...this.#noted.values()];
    this.#noted = new Map();
    return entries;
  }

  /** False if there is no room for another entry. */
  #begin({ tenants }: QueryLogEntry, digest: string): boolean {
    const scope = entryDigest({ tenants, query: '', isEmpty: false });
    const within = this.#within.get(scope) ?? 0;
    if (this.#begun.size >= MOST_PER_DAY || within >= MOST_PER_TENANTS) {
      this.isFull = true;
      return false;
    }
    this.#begun.add(digest);
    this.#within.set(scope, within + 1);
    return true;
  }
}
