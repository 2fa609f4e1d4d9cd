import { sortInTurns } from '../../algorithms/sort-in-turns.js';
import { Turns } from '../../threads/turns.js';
import type { KeyRecord, KeyStorage } from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { Environment } from './environment.js';
import type { StagedWrites } from './staged-writes.js';
import { canBeKey, fromSnapshot, read } from './tables.js';

/**
 * What is written depends on the stored key, which another process may change at any time: so it is read in the same
 * transaction.
 */
export class LmdbKeyStorage implements KeyStorage {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;

  constructor(environment: Environment, queue: CommitQueue) {
    this.#environment = environment;
    this.#queue = queue;
  }

  async findByHash(hash: string): Promise<KeyRecord | null> {
    this.#seeOtherProcesses();
    const id = read(this.#environment.keyHashes, hash);
    const key = id === null ? null : this.#read(id);
    return key?.hash === hash ? key : null;
  }

  async get(id: string): Promise<KeyRecord | null> {
    this.#seeOtherProcesses();
    return this.#read(id);
  }

  async list(): Promise<KeyRecord[]> {
    this.#seeOtherProcesses();
    const { root, keys } = this.#environment;
    const found: KeyRecord[] = [];
    const turns = new Turns();
    for (const text of fromSnapshot(root, (transaction) => keys.getRange({ transaction }).map(({ value }) => value))) {
      found.push(JSON.parse(text));
      if (turns.isOver) await turns.next();
    }
    return sortInTurns(found, (a, b) => a.createdAt - b.createdAt);
  }

  async put(key: KeyRecord): Promise<void> {
    await this.change(key.id, () => key);
  }

  change(id: string, decide: (stored: KeyRecord | null) => KeyRecord): Promise<KeyRecord> {
    return this.#queue.runExclusively((staged) => this.#stage(id, decide, staged));
  }

  async noteUse(id: string, time: number): Promise<void> {
    await this.#queue.runExclusively((staged) => {
      const { keys } = this.#environment;
      const text = canBeKey(id) ? staged.get(keys, id) : null;
      const key: KeyRecord | null = text === null ? null : JSON.parse(text);
      if (key === null || (key.lastUsedAt ?? 0) >= time) return;
      staged.put(keys, id, JSON.stringify({ ...key, lastUsedAt: time }));
    });
  }

  /** Nothing may throw after the first write is staged. */
  #stage(id: string, decide: (stored: KeyRecord | null) => KeyRecord, staged: StagedWrites): KeyRecord {
    const { keys, keyHashes } = this.#environment;
    const text = canBeKey(id) ? staged.get(keys, id) : null;
    const previous: KeyRecord | null = text === null ? null : JSON.parse(text);
    const key = decide(previous);
    if (previous !== null && previous.hash !== key.hash) staged.remove(keyHashes, previous.hash);
    staged.put(keys, id, JSON.stringify(key));
    staged.put(keyHashes, key.hash, id);
    return key;
  }

  #read(id: string): KeyRecord | null {
    const text = read(this.#environment.keys, id);
    return text === null ? null : JSON.parse(text);
  }

  /** Reads of one turn share a snapshot, which may be older than a key's revocation by another process. */
  #seeOtherProcesses(): void {
    this.#environment.root.resetReadTxn();
  }
}
