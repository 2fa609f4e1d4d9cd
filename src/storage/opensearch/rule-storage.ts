import { randomUUID } from 'node:crypto';
import type { Mode } from '../../domain/document/document.js';
import type { SearchRule } from '../../domain/search/search-rule.js';
import { ClusterTrouble } from '../../opensearch/cluster-errors.js';
import { pauseBefore } from '../../opensearch/pause.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { RuleStorage, RuleWrite } from '../storage.js';
import type { IdempotencyLedger } from './idempotency-ledger.js';
import { canBeId, type Records, type StoredRecord } from './records.js';
import type { IdempotencyMark } from './stored-document.js';

interface StoredRule<Rule> {
  rule: Rule;
  /** The token of the write that stored it: see stored-document.ts. */
  write: string;
  idempotency: IdempotencyMark[];
}

interface RuleStorageParts {
  records: Records;
  ledger: IdempotencyLedger;
  mode: Mode;
  kind: 'synonym' | 'curation';
  /** How long a write is tried again: against conflicts, rejections for lack of room, and lost answers. */
  writeMilliseconds: number;
  /** Counts milliseconds and never goes back. */
  now?: () => number;
}

/** Services remember for so long that nothing has changed. */
const CACHED_MILLISECONDS = 1000;

export class OpenSearchRuleStorage<Rule extends SearchRule> implements RuleStorage<Rule> {
  readonly #parts: RuleStorageParts;
  readonly #kind: string;
  readonly #now: () => number;
  /** Writes of this process to one rule run in the order in which they came. */
  readonly #writing = new KeyedMutex();
  /** When the revision was asked for, and the answer. Null once this process has written. */
  #asked: { at: number; revision: Promise<string> } | null = null;

  constructor(parts: RuleStorageParts) {
    this.#parts = parts;
    this.#kind = `${parts.kind}-${parts.mode}`;
    this.#now = parts.now ?? (() => performance.now());
  }

  async get(id: string): Promise<Rule | null> {
    return (await this.#read(id))?.body.rule ?? null;
  }

  /** The marks of the idempotency records that belong to the state of a rule; null if there is no such rule. */
  async marks(id: string): Promise<readonly IdempotencyMark[] | null> {
    return (await this.#read(id))?.body.idempotency ?? null;
  }

  count(): Promise<number> {
    return this.#parts.records.count(this.#kind);
  }

  async *all(): AsyncGenerator<Rule[]> {
    for await (const page of this.#parts.records.pages<StoredRule<Rule>>(this.#kind))
      yield page.map(({ rule }) => rule);
  }

  async revision(asOf: 'now' | 'recently'): Promise<string> {
    const at = this.#now();
    if (this.#asked === null || asOf === 'now' || at - this.#asked.at >= CACHED_MILLISECONDS) {
      const asked = { at, revision: this.#parts.records.revision(this.#kind) };
      this.#asked = asked;
      asked.revision.catch(() => {
        if (this.#asked === asked) this.#asked = null;
      });
    }
    return this.#asked.revision;
  }

  async write(write: RuleWrite<Rule>): Promise<void> {
    if (!canBeId(`${this.#kind}/${write.id}`)) throw new RangeError('An id of this length cannot be stored.');
    try {
      await this.#writing.run(write.id, () => this.#write(write));
    } finally {
      this.#asked = null;
    }
  }

  async #write(write: RuleWrite<Rule>): Promise<void> {
    const token = randomUUID();
    const deadline = Date.now() + this.#parts.writeMilliseconds;
    let outcome: Rule | 'delete' | null = null;
    /** Whether a try may have been stored without our knowing. */
    let mayBeStored = false;
    for (let tries = 0; ; tries++) {
      try {
        const stored = await this.#read(write.id);
        if (mayBeStored && isMade(outcome, token, stored)) return;
        outcome = write.decide(stored?.body.rule ?? null);
        if (await this.#store({ write, outcome, token }, stored)) return;
      } catch (error) {
        if (!(error instanceof ClusterTrouble) || Date.now() >= deadline) throw error;
        if (!mayBeStored && !error.outcomeUnknown && error.kind !== 'overloaded') throw error;
        mayBeStored ||= error.outcomeUnknown;
      }
      if (Date.now() >= deadline) throw keepsChanging(write.id);
      await pauseBefore(tries);
    }
  }

  /** False if the rule has changed meanwhile. */
  async #store(
    { write, outcome, token }: { write: RuleWrite<Rule>; outcome: Rule | 'delete'; token: string },
    stored: StoredRecord<StoredRule<Rule>> | null,
  ): Promise<boolean> {
    const { records, ledger, mode, kind } = this.#parts;
    const marks: IdempotencyMark[] = [];
    const made = write.idempotency?.(outcome);
    if (made !== undefined) {
      const target = { kind, mode, id: write.id, deletes: outcome === 'delete' };
      const mark = await ledger.prepare({ ...made, target, token });
      if (mark === null) return false;
      marks.push(mark);
    }
    await ledger.settle(stored?.body.idempotency ?? []);
    const key = { kind: this.#kind, name: write.id };
    if (outcome !== 'delete') {
      const body: StoredRule<Rule> = { rule: outcome, write: token, idempotency: marks };
      return records.replace(key, { body }, stored?.seen ?? null);
    }
    const done = stored === null || (await records.removeSeen(key, stored.seen));
    if (done) await ledger.settle(marks);
    return done;
  }

  #read(id: string): Promise<StoredRecord<StoredRule<Rule>> | null> {
    return this.#parts.records.get<StoredRule<Rule>>({ kind: this.#kind, name: id });
  }
}

function isMade<Rule>(
  outcome: Rule | 'delete' | null,
  token: string,
  found: StoredRecord<StoredRule<Rule>> | null,
): boolean {
  return found === null ? outcome === 'delete' : found.body.write === token;
}

function keepsChanging(id: string): ClusterTrouble {
  const message = `The rule "${id}" is being changed by too many others at the same time. Try again in a moment.`;
  return new ClusterTrouble('conflict', message);
}
