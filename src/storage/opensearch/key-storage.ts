import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRecord, KeyStorage } from '../storage.js';
import type { Records } from './records.js';

const KIND = 'key';
/** The name of such a record is a hash, and its body the id of the key. It counts only if the key has this hash. */
const HASH_KIND = 'key-hash';
/** Services remember keys for this long. */
const CACHED_MILLISECONDS = 1000;
const MAX_CACHED = 10_000;

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
    return keys.sort((a, b) => a.createdAt - b.createdAt);
  }

  /**
   * The key itself decides which hash is valid. So it is enough that the new hash leads to it before it is changed. A change of
   * a key is done when no service remembers it as it was: who reads that a key is revoked can rely on it.
   */
  async put(key: KeyRecord): Promise<void> {
    const previous = await this.get(key.id);
    await this.#records.put({ kind: HASH_KIND, name: key.hash }, { body: key.id });
    await this.#records.put({ kind: KIND, name: key.id }, { body: key });
    this.#forget(key.id);
    if (previous === null) return;
    if (previous.hash !== key.hash) await this.#records.remove(HASH_KIND, [previous.hash]);
    await sleep(CACHED_MILLISECONDS);
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
