import { setTimeout as sleep } from 'node:timers/promises';
import { sortInTurns } from '../../algorithms/sort-in-turns.js';
import { pauseBefore } from '../../opensearch/pause.js';
import type { KeyRecord, KeyStorage } from '../storage.js';
import type { Records } from './records.js';
import { repeatedly } from './retry.js';

const KIND = 'key';
/** The name of such a record is a hash, and its body the id of the key. It counts only if the key has this hash. */
const HASH_KIND = 'key-hash';
/** Services remember keys for this long. */
const CACHED_MILLISECONDS = 1000;
const MAX_CACHED = 10_000;
/** How long a change is repeated if the cluster gives no answer. */
const REPEAT_MILLISECONDS = 10_000;

interface CachedKey {
  key: KeyRecord;
  /** When it was asked for: the answer may be as old. */
  askedAt: number;
}

export class OpenSearchKeyStorage implements KeyStorage {
  readonly #records: Records;
  readonly #now: () => number;
  /** By hash, oldest first. Unknown hashes are not kept, so a new key can be used at once. */
  readonly #cached = new Map<string, CachedKey>();

  /** `now` counts milliseconds and never goes back. */
  constructor(records: Records, now: () => number = () => performance.now()) {
    this.#records = records;
    this.#now = now;
  }

  async findByHash(hash: string): Promise<KeyRecord | null> {
    const askedAt = this.#now();
    const cached = this.#cached.get(hash);
    if (cached !== undefined && askedAt - cached.askedAt < CACHED_MILLISECONDS) return cached.key;
    this.#cached.delete(hash);
    const key = await this.#read(hash);
    if (key !== null) this.#remember({ key, askedAt });
    return key;
  }

  async get(id: string): Promise<KeyRecord | null> {
    const found = await this.#records.get<KeyRecord>({ kind: KIND, name: id });
    return found?.body ?? null;
  }

  async list(): Promise<KeyRecord[]> {
    const keys = (await this.#records.list<KeyRecord>(KIND)).map(({ body }) => body);
    return sortInTurns(keys, (a, b) => a.createdAt - b.createdAt);
  }

  async put(key: KeyRecord): Promise<void> {
    await this.change(key.id, () => key);
  }

  /**
   * The key itself decides which hash is valid. So it is enough that the new hash leads to it before it is changed. A change of
   * a key is done when no service remembers it as it was: who reads that a key is revoked can rely on it. That holds for a change
   * that is repeated, too: whoever made it before may have been cut off while waiting.
   */
  async change(id: string, decide: (stored: KeyRecord | null) => KeyRecord): Promise<KeyRecord> {
    const { previous, key } = await repeatedly(REPEAT_MILLISECONDS, () => this.#replace(id, decide));
    this.#forget(id);
    if (previous === null) return key;
    if (previous.hash !== key.hash) await this.#records.remove(HASH_KIND, [previous.hash]);
    await sleep(CACHED_MILLISECONDS);
    return key;
  }

  /** Who remembers the key as it was does no harm, so nobody waits for them to forget it. */
  noteUse(id: string, time: number): Promise<void> {
    return repeatedly(REPEAT_MILLISECONDS, async () => {
      for (let attempt = 0; ; attempt++) {
        const stored = await this.#records.get<KeyRecord>({ kind: KIND, name: id });
        if (stored === null || (stored.body.lastUsedAt ?? 0) >= time) return;
        const body = { ...stored.body, lastUsedAt: time };
        if (await this.#records.replace({ kind: KIND, name: id }, { body }, stored.seen)) return;
        await pauseBefore(attempt);
      }
    });
  }

  async #replace(
    id: string,
    decide: (stored: KeyRecord | null) => KeyRecord,
  ): Promise<{ previous: KeyRecord | null; key: KeyRecord }> {
    for (let attempt = 0; ; attempt++) {
      const stored = await this.#records.get<KeyRecord>({ kind: KIND, name: id });
      const previous = stored?.body ?? null;
      const key = decide(previous);
      await this.#records.put({ kind: HASH_KIND, name: key.hash }, { body: id });
      if (await this.#records.replace({ kind: KIND, name: id }, { body: key }, stored?.seen ?? null)) {
        return { previous, key };
      }
      await pauseBefore(attempt);
    }
  }

  async #read(hash: string): Promise<KeyRecord | null> {
    const found = await this.#records.get<string>({ kind: HASH_KIND, name: hash });
    const key = found === null ? null : await this.get(found.body);
    return key?.hash === hash ? key : null;
  }

  #remember(cached: CachedKey): void {
    this.#cached.set(cached.key.hash, cached);
    if (this.#cached.size <= MAX_CACHED) return;
    for (const hash of this.#cached.keys()) {
      this.#cached.delete(hash);
      return;
    }
  }

  #forget(id: string): void {
    for (const [hash, { key }] of this.#cached) if (key.id === id) this.#cached.delete(hash);
  }
}
