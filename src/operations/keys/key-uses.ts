import type { KeyRecord, KeyStorage } from '../../storage/storage.js';

interface KeyUsesOptions {
  keys: () => KeyStorage;
  now(): number;
  /** What can't be written is tried again with the next use of the key. */
  onLoss(error: unknown): void;
}

/** So often the use of a key is written. Requests must not wait for it, nor may each of them write. */
const WRITE_MILLISECONDS = 60_000;

/** When keys were last used. It is noted in memory, and written once a minute and at the end. */
export class KeyUses {
  readonly #options: KeyUsesOptions;
  /** By id; those that this instance has seen. */
  readonly #lastUse = new Map<string, number>();
  readonly #unwritten = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: KeyUsesOptions) {
    this.#options = options;
  }

  readonly note = (id: string): void => {
    this.#lastUse.set(id, this.#options.now());
    this.#unwritten.add(id);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_MILLISECONDS).unref();
  };

  /** The key with what this instance knows of its use. Other instances tell theirs by what they have written. */
  known(key: KeyRecord): KeyRecord {
    const lastUsedAt = Math.max(this.#lastUse.get(key.id) ?? 0, key.lastUsedAt ?? 0);
    return lastUsedAt === 0 ? key : { ...key, lastUsedAt };
  }

  /** Never rejects. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const ids = [...this.#unwritten];
    this.#unwritten.clear();
    for (const id of ids) {
      await this.#options
        .keys()
        .noteUse(id, this.#lastUse.get(id)!)
        .catch((error) => this.#options.onLoss(error));
    }
  }
}
