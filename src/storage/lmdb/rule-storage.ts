import type { Database } from 'lmdb';
import type { Mode } from '../../domain/document/document.js';
import type { SearchRule } from '../../domain/search/search-rule.js';
import { Turns } from '../../threads/turns.js';
import type { RuleStorage, RuleWrite } from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import type { Environment, RuleTables } from './environment.js';
import { requireUnanswered, stageIdempotencyRecord } from './idempotency-storage.js';
import type { StagedWrites } from './staged-writes.js';
import { canBeKey, countEntries, fromSnapshot, read } from './tables.js';

/** Rules in a batch. */
const READ_AT_ONCE = 100;

export class LmdbRuleStorage<Rule extends SearchRule> implements RuleStorage<Rule> {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;
  readonly #table: Database<string, string>;
  /** Under which the number of writes is kept. */
  readonly #revisionKey: string;

  constructor(environment: Environment, queue: CommitQueue, { mode, kind }: { mode: Mode; kind: keyof RuleTables }) {
    this.#environment = environment;
    this.#queue = queue;
    this.#table = environment.rules[mode][kind];
    this.#revisionKey = `${kind}-${mode}`;
  }

  async get(id: string): Promise<Rule | null> {
    return parsed<Rule>(read(this.#table, id));
  }

  async count(): Promise<number> {
    return countEntries(this.#table);
  }

  async *all(): AsyncGenerator<Rule[]> {
    let batch: Rule[] = [];
    const turns = new Turns();
    for (const text of fromSnapshot(this.#environment.root, (transaction) =>
      this.#table.getRange({ transaction }).map(({ value }) => value),
    )) {
      batch.push(JSON.parse(text));
      if (turns.isOver) await turns.next();
      if (batch.length < READ_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  write(write: RuleWrite<Rule>): Promise<void> {
    return this.#queue.run((staged) => this.#stage(write, staged));
  }

  /** Always as of now: reading it takes microseconds. */
  async revision(): Promise<string> {
    return read(this.#environment.meta, this.#revisionKey) ?? '0';
  }

  /** Nothing may throw after the first write is staged. */
  #stage(write: RuleWrite<Rule>, staged: StagedWrites): void {
    if (!canBeKey(write.id)) throw new RangeError('An id of this length cannot be stored.');
    const outcome = write.decide(parsed<Rule>(staged.get(this.#table, write.id)));
    const idempotency = write.idempotency?.(outcome);
    if (idempotency) requireUnanswered(this.#environment, idempotency, staged);
    const { meta } = this.#environment;
    if (outcome === 'delete') staged.remove(this.#table, write.id);
    else staged.put(this.#table, write.id, JSON.stringify(outcome));
    staged.put(meta, this.#revisionKey, String(Number(staged.get(meta, this.#revisionKey) ?? 0) + 1));
    if (idempotency) stageIdempotencyRecord(this.#environment, idempotency, staged);
  }
}

function parsed<Rule>(text: string | null): Rule | null {
  return text === null ? null : JSON.parse(text);
}
