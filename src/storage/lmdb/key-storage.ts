import type { KeyRecord, KeyStorage } from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { Environment } from './environment.js';
import { read } from './tables.js';

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
    const keys = [...this.#environment.keys.getRange()].map(({ value }): KeyRecord => JSON.parse(value));
    return keys.sort((a, b) => a.createdAt - b.createdAt);
  }

  put(key: KeyRecord): Promise<void> {
    const { keys, keyHashes } = this.#environment;
    return this.#queue.run((staged) => {
      const text = staged.get(keys, key.id);
      const previous: KeyRecord | null = text === null ? null : JSON.parse(text);
      if (previous !== null && previous.hash !== key.hash) staged.remove(keyHashes, previous.hash);
      staged.put(keys, key.id, JSON.stringify(key));
      staged.put(keyHashes, key.hash, key.id);
    });
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
