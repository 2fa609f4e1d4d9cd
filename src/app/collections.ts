import { MODES, type Mode } from '../domain/document/document.js';
import type { Collection } from '../operations/context.js';
import { SearchRules } from '../operations/rules/search-rules.js';
import { KeyedMutex } from '../threads/locks.js';
import type { Backend } from './backend/backend.js';

/** The documents of both modes, each with its engine. */
export class Collections {
  readonly #backend: Backend;
  readonly #collections = new Map<Mode, Collection>();
  #loading: Promise<void> | null = null;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  load(): Promise<void> {
    this.#loading ??= this.#loadAll();
    return this.#loading;
  }

  all(): Collection[] {
    return MODES.map((mode) => this.of(mode));
  }

  of(mode: Mode): Collection {
    const collection = this.#collections.get(mode);
    if (collection === undefined) throw new Error('The index was asked for before it was loaded.');
    return collection;
  }

  /** Waits for what is loading, whatever comes of it. */
  async settle(): Promise<void> {
    await this.#loading?.catch(() => undefined);
  }

  async #loadAll(): Promise<void> {
    for (const mode of MODES) {
      const engine = await this.#backend.openEngine(mode);
      const { storage } = this.#backend;
      const rules = new SearchRules(storage.synonyms(mode), storage.curations(mode));
      this.#collections.set(mode, {
        documents: storage.documents(mode),
        engine,
        textUpdates: new KeyedMutex(),
        rules,
      });
    }
  }
}
