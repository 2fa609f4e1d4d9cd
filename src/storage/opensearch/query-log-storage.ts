import type { Mode } from '../../domain/document/document.js';
import { addUp, entryDigest, type QueryLogEntry, startOfDay } from '../../domain/search/query-log.js';
import type { QueryLogStorage } from '../query-log-storage.js';
import type { RecordReplacement, Records } from './records.js';

/** Entries added with one request. */
const AT_ONCE = 500;
/** Other instances may count the same query at the same moment. */
const TRIES = 5;

export class OpenSearchQueryLogStorage implements QueryLogStorage {
  readonly #records: Records;
  readonly #kind: string;

  constructor(records: Records, mode: Mode) {
    this.#records = records;
    this.#kind = `query-log-${mode}`;
  }

  async add(entries: readonly QueryLogEntry[]): Promise<void> {
    const byName = new Map<string, QueryLogEntry>();
    for (const entry of entries) {
      const name = nameOf(entry);
      const known = byName.get(name);
      byName.set(name, known === undefined ? entry : addUp(known, entry));
    }
    const named = [...byName];
    for (let start = 0; start < named.length; start += AT_ONCE) {
      await this.#addSome(named.slice(start, start + AT_ONCE));
    }
  }

  async *entries({ from, to }: { from: number; to: number }): AsyncGenerator<QueryLogEntry[]> {
    const times = { from: startOfDay(from), before: startOfDay(to + 1) };
    yield* this.#records.pages<QueryLogEntry>(this.#kind, times);
  }

  count(): Promise<number> {
    return this.#records.count(this.#kind);
  }

  async expire(day: number): Promise<void> {
    const old = await this.#records.listOld(this.#kind, startOfDay(day));
    await this.#records.remove(
      this.#kind,
      old.map(({ name }) => name),
    );
  }

  /** An entry that was written by another instance in between is read and added up again. */
  async #addSome(entries: readonly [name: string, entry: QueryLogEntry][]): Promise<void> {
    let left = entries;
    for (let tries = 0; left.length > 0 && tries < TRIES; tries++) {
      const stored = await this.#records.getMany<QueryLogEntry>(
        this.#kind,
        left.map(([name]) => name),
      );
      const replacements = left.map(([name, entry], i): RecordReplacement => {
        const known = stored[i];
        const body = known === null ? entry : addUp(known.body, entry);
        return { name, content: { body, time: startOfDay(entry.day) }, seen: known?.seen ?? null };
      });
      const replaced = await this.#records.replaceMany(this.#kind, replacements);
      left = left.filter((_, i) => !replaced[i]);
    }
    if (left.length > 0) throw new Error(`${left.length} entries of the query log could not be added.`);
  }
}

function nameOf(entry: QueryLogEntry): string {
  return `${entry.day}/${entryDigest(entry)}`;
}
