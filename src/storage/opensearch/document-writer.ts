import type { Change } from '../../domain/document/document.js';
import type { BulkOutcome } from '../../opensearch/bulk.js';
import { ClusterTrouble } from '../../opensearch/cluster-errors.js';
import { pauseBefore } from '../../opensearch/pause.js';
import type { DocumentWrite, WriteOutcome } from '../storage.js';
import { canBeId } from './records.js';
import { WriteGroup, type WriteJob } from './write-group.js';
import { keepsChanging, makeOperations, readAll, type TryParts, type WriteTry } from './write-try.js';

type Listener = (changes: readonly Change[]) => Promise<void>;

/** Requests that are written at once. While one is on its way, the next ones are prepared. */
const BATCHES_AT_ONCE = 3;
const DOCUMENTS_IN_BATCH = 100;

/** However late an answer is missed, it takes this long until nobody looks any more whether the write was made. */
const LOOK_AGAIN_MILLISECONDS = 5_000;

/** What became of one try. */
type Tried = { kind: 'stored' } | { kind: 'again' } | { kind: 'failed'; error: unknown };

export interface WriterParts extends TryParts {
  /** How long a write is tried again: against conflicts, rejections for lack of room, and lost answers. */
  writeMilliseconds: number;
}

/**
 * Writes documents with optimistic concurrency: read, decide, write on condition that nothing has changed since, and start
 * over otherwise. Writes to one document keep their order, and those that wait together are stored together.
 */
export class DocumentWriter {
  readonly #parts: WriterParts;
  readonly #listeners: Listener[] = [];
  #waiting: WriteJob[] = [];
  /** Documents that are being written. */
  readonly #busy = new Set<string>();
  readonly #working = new Set<Promise<void>>();
  #batches = 0;
  #sequence = 0;
  #scheduled = false;
  #closed = false;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  onCommit(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** A `silent` write is not told to the listeners. */
  write(write: DocumentWrite, { silent = false } = {}): Promise<WriteOutcome> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    if (!canBeId(write.id)) return Promise.reject(new RangeError('An id of this length cannot be stored.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, silent, resolve, reject });
      this.#schedule();
    });
  }

  /** Refuses further writes; resolves when the waiting ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#waiting.length > 0 || this.#working.size > 0) {
      await Promise.allSettled(this.#working);
      await new Promise(setImmediate);
    }
  }

  /** Waits for the end of the current turn, so that all its writes are in the first batch. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      while (this.#batches < BATCHES_AT_ONCE) {
        const groups = this.#takeGroups();
        if (groups.length === 0) return;
        this.#begin(groups);
      }
    });
  }

  #begin(groups: readonly WriteGroup[]): void {
    this.#batches++;
    this.#track(
      this.#run(groups, () => {
        this.#batches--;
      }),
    );
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#working.delete(tracked));
    this.#working.add(tracked);
  }

  /** The first waiting writes to documents that are not being written already. */
  #takeGroups(): WriteGroup[] {
    const jobs = new Map<string, WriteJob[]>();
    const left: WriteJob[] = [];
    for (const job of this.#waiting) {
      const { id } = job.write;
      const others = jobs.get(id);
      if (others !== undefined) others.push(job);
      else if (this.#busy.has(id) || jobs.size >= DOCUMENTS_IN_BATCH) left.push(job);
      else jobs.set(id, [job]);
    }
    this.#waiting = left;
    const deadline = Date.now() + this.#parts.writeMilliseconds;
    return [...jobs].map(([id, ofDocument]) => {
      this.#busy.add(id);
      return new WriteGroup(id, ofDocument, deadline);
    });
  }

  async #run(groups: readonly WriteGroup[], onTried = () => {}): Promise<void> {
    const tried = await this.#try(groups);
    onTried();
    const stored = groups.filter((_, index) => tried[index].kind === 'stored');
    const again: WriteGroup[] = [];
    for (const [index, group] of groups.entries()) {
      const outcome = tried[index];
      if (outcome.kind === 'failed') group.rejectAll(outcome.error);
      if (outcome.kind === 'again') again.push(group);
      else this.#busy.delete(group.id);
    }
    // Nobody else waits for those that have to be tried again.
    if (again.length > 0) this.#track(this.#tryAgain(again));
    this.#schedule();
    await this.#handOn(stored);
  }

  async #tryAgain(groups: readonly WriteGroup[]): Promise<void> {
    await pauseBefore(Math.max(...groups.map(({ tries }) => tries)));
    await this.#run(groups);
  }

  /** Never rejects. */
  async #try(groups: readonly WriteGroup[]): Promise<Tried[]> {
    for (const group of groups) group.tries++;
    try {
      const tries = await readAll(groups, this.#parts);
      const prepared = await Promise.all(tries.map((one) => this.#prepare(one)));
      await makeOperations(
        tries.filter((_, index) => prepared[index] === null),
        this.#parts.index,
      );
      const operations = tries.flatMap((one) => (one.operation === null ? [] : [one.operation]));
      const outcomes = await this.#parts.index.write(operations);
      const judged = tries.map((one, index) => {
        if (prepared[index] !== null) return prepared[index];
        return this.#judge(one, one.operation === null ? null : outcomes[operations.indexOf(one.operation)]);
      });
      return await Promise.all(judged);
    } catch (error) {
      return groups.map((group) => this.#afterTrouble(group, error));
    }
  }

  /** Null if an operation is needed. */
  async #prepare(one: WriteTry): Promise<Tried | null> {
    try {
      return (await one.prepare()) === 'stored' ? { kind: 'stored' } : null;
    } catch (error) {
      return this.#afterTrouble(one.group, error);
    }
  }

  async #judge(one: WriteTry, outcome: BulkOutcome | null): Promise<Tried> {
    const { group } = one;
    if (outcome?.kind === 'conflict') return this.#afterTrouble(group, keepsChanging(group.id));
    if (outcome?.kind === 'failed') return this.#afterTrouble(group, outcome.error, { mayBeStored: true });
    try {
      await one.finish();
      return { kind: 'stored' };
    } catch (error) {
      group.mayBeStored = true;
      return this.#afterTrouble(group, error);
    }
  }

  /** Tries again what may work the next time. What may have been stored must be looked at again in any case. */
  #afterTrouble(group: WriteGroup, error: unknown, { mayBeStored = false } = {}): Tried {
    if (mayBeStored && error instanceof ClusterTrouble && error.outcomeUnknown) {
      // Once only: a write whose answers are all lost must come to an end.
      if (!group.mayBeStored) group.deadline = Math.max(group.deadline, Date.now() + LOOK_AGAIN_MILLISECONDS);
      group.mayBeStored = true;
    }
    const mayPass =
      error instanceof ClusterTrouble &&
      (group.mayBeStored || error.outcomeUnknown || error.kind === 'overloaded' || error.kind === 'conflict');
    if (mayPass && Date.now() < group.deadline) return { kind: 'again' };
    return { kind: 'failed', error: group.mayBeStored ? mayBeMade(error) : error };
  }

  /** Tells the listeners of the changes, and then the callers. */
  async #handOn(groups: readonly WriteGroup[]): Promise<void> {
    const outcomes = groups.flatMap(({ decision }) => decision?.outcomes ?? []);
    const changes: Change[] = [];
    const settle = outcomes.map((outcome) => {
      if ('refusal' in outcome) return () => outcome.job.reject(outcome.refusal);
      const isTold = !outcome.job.silent;
      const change: Change = { ...outcome.change, sequence: isTold ? ++this.#sequence : this.#sequence };
      if (isTold) changes.push(change);
      return () => outcome.job.resolve({ change, previous: outcome.previous });
    });
    try {
      if (changes.length > 0) for (const listener of this.#listeners) await listener(changes);
      for (const each of settle) each();
    } catch (error) {
      for (const { job } of outcomes) job.reject(error);
    }
  }
}

function mayBeMade(error: unknown): ClusterTrouble {
  const message =
    'OpenSearch gave no answer to a write, which may have been made all the same. Read the document before you try again, or send an Idempotency-Key.';
  return new ClusterTrouble('timeout', message, { outcomeUnknown: true, cause: error });
}
