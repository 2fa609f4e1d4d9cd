import { isDeepStrictEqual } from 'node:util';
import type { SearchRule } from '../../domain/search/search-rule.js';
import type { RuleStorage } from '../../storage/storage.js';
import { Turns } from '../../threads/turns.js';

/** All rules of one kind and mode, in memory. They are read again when the storage says that they have changed. */
export class LoadedRules<Rule extends SearchRule> {
  readonly storage: RuleStorage<Rule>;
  #rules: ReadonlyMap<string, Rule> = new Map();
  #revision: string | null = null;
  /** The last load that was begun. One runs at a time. */
  #loading: Promise<void> = Promise.resolve();

  constructor(storage: RuleStorage<Rule>) {
    this.storage = storage;
  }

  /** By id. The map is never changed: the same one means the same rules, and the same object the same rule. */
  async current(asOf: 'now' | 'recently' = 'recently'): Promise<ReadonlyMap<string, Rule>> {
    const revision = await this.storage.revision(asOf);
    if (revision !== this.#revision) {
      this.#loading = this.#loading.catch(() => undefined).then(() => this.#load(revision));
      await this.#loading;
    }
    return this.#rules;
  }

  /** What is read is at least as new as the revision, which was asked for before. */
  async #load(revision: string): Promise<void> {
    if (revision === this.#revision) return;
    const rules = new Map<string, Rule>();
    const turns = new Turns();
    for await (const batch of this.storage.all()) {
      for (const rule of batch) {
        const known = this.#rules.get(rule.id);
        rules.set(rule.id, isDeepStrictEqual(known, rule) ? known! : rule);
        if (turns.isOver) await turns.next();
      }
    }
    this.#rules = rules;
    this.#revision = revision;
  }
}
