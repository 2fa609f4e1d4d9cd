import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Change, Mode } from '../../domain/document/document.js';
import type { BulkOutcome } from '../../opensearch/bulk.js';
import { ClusterTrouble } from '../../opensearch/cluster-errors.js';
import { AlreadyAnswered, type DocumentWrite, type WriteOutcome } from '../storage.js';
import type { DocumentIndex, FoundDocument } from './document-index.js';
import type { IdempotencyLedger } from './idempotency-ledger.js';
import { canBeId } from './records.js';
import { pauseBefore } from './retry.js';
import { decodeState, type IdempotencyMark, type StoredSource } from './stored-document.js';
import { type Decision, WriteGroup, type WriteJob } from './write-group.js';

type Listener = (changes: readonly Change[]) => Promise<void>;

/** Requests that are written at once. While one is on its way, the next ones are prepared. */
const BATCHES_AT_ONCE = 3;
const DOCUMENTS_IN_BATCH = 100;
/** Tokens of earlier writes that a document keeps. A lost answer is found out within a second or two. */
const TOKENS_KEPT = 16;

/** What became of one try. */
type Tried = { kind: 'stored' } | { kind: 'again' } | { kind: 'failed'; error: unknown };

export interface WriterParts {
  mode: Mode;
  index: DocumentIndex;
  ledger: IdempotencyLedger;
  isDropped: (space: string) => boolean;
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
      const found = await this.#parts.index.get(groups.map((group) => ({ id: group.id, fields: fieldsFor(group) })));
      const tries = groups.map((group, index) => new Try(group, found[index], this.#parts));
      const prepared = await Promise.all(
        tries.map((one) => one.prepare().catch((error) => this.#afterTrouble(one.group, error))),
      );
      const operations = tries.flatMap((one) => (one.operation === null ? [] : [one.operation]));
      const outcomes = await this.#parts.index.write(operations);
      let next = 0;
      return await Promise.all(
        tries.map(async (one, index): Promise<Tried> => {
          const outcome = one.operation === null ? null : outcomes[next++];
          return prepared[index] ?? this.#judge(one, outcome);
        }),
      );
    } catch (error) {
      return groups.map((group) => this.#afterTrouble(group, error));
    }
  }

  async #judge(one: Try, outcome: BulkOutcome | null): Promise<Tried> {
    const { group } = one;
    if (outcome === null || outcome.kind === 'done' || outcome.kind === 'missing') {
      return one.finish().then(
        () => ({ kind: 'stored' }),
        (error) => this.#afterTrouble(group, error),
      );
    }
    if (outcome.kind === 'conflict') return this.#afterTrouble(group, keepsChanging(group.id));
    if (outcome.error instanceof ClusterTrouble && outcome.error.outcomeUnknown) group.mayBeStored = true;
    return this.#afterTrouble(group, outcome.error);
  }

  /** Tries again what may work the next time. What may have been stored must be looked at again in any case. */
  #afterTrouble(group: WriteGroup, error: unknown): Tried {
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

/** One try to store a group. */
class Try {
  operation: Parameters<DocumentIndex['write']>[0][number] | null = null;
  #marks: IdempotencyMark[] = [];

  constructor(
    readonly group: WriteGroup,
    readonly found: FoundDocument | null,
    readonly parts: WriterParts,
  ) {}

  /** Makes the operation, if one is needed. What it returns is the outcome of the try already. */
  async prepare(): Promise<Tried | null> {
    const { group, found, parts } = this;
    if (this.#isStored()) return { kind: 'stored' };
    const { state, records, outcomes } = group.decide(found && decodeState(found.source), parts.isDropped);
    if (outcomes.every((outcome) => 'refusal' in outcome)) return { kind: 'stored' };
    if (state !== null) await parts.index.addSpaces(state);
    if (!(await this.#markAll(records))) return { kind: 'again' };
    // Their marks go with the state that is replaced.
    await parts.ledger.settle(found?.source.idempotency ?? []);
    await this.#makeOperation(state);
    return null;
  }

  /** Records of a deletion have no document to be marked in: they are settled once it is made. */
  async finish(): Promise<void> {
    if (this.group.decision?.state === null) await this.parts.ledger.settle(this.#marks);
  }

  /** Whether an earlier try was stored, and only its answer was lost. */
  #isStored(): boolean {
    const { group, found } = this;
    if (!group.mayBeStored) return false;
    if (found === null && group.decision?.state === null) return true;
    if (found?.source.writes?.includes(group.token)) return true;
    // It was to be stored on condition that nothing changes. Something has, so it never will be.
    if (!isDeepStrictEqual(found?.seen ?? null, group.seen)) group.mayBeStored = false;
    return false;
  }

  /** False if all has to be read again. */
  async #markAll(records: Decision['records']): Promise<boolean> {
    const { group, parts } = this;
    for (const { key, record, deletes } of records) {
      const target = { kind: 'document', mode: parts.mode, id: group.id, deletes } as const;
      try {
        const mark = await parts.ledger.prepare({ key, record, target, token: group.token });
        if (mark === null) return false;
        this.#marks.push(mark);
      } catch (error) {
        if (!(error instanceof AlreadyAnswered)) throw error;
        group.refuse(key, error);
        return false;
      }
    }
    return true;
  }

  async #makeOperation(state: Decision['state']): Promise<void> {
    const { group, found, parts } = this;
    const { id } = group;
    group.seen = found?.seen ?? null;
    if (state === null) {
      this.operation = found === null ? null : { kind: 'delete', id, seen: found.seen };
      return;
    }
    const writes = [...(found?.source.writes ?? []).slice(1 - TOKENS_KEPT), group.token];
    const idempotency = this.#marks.length === 0 ? undefined : this.#marks;
    // Other requests have their turn before the text of each document is analysed.
    await nextTurn();
    const source = parts.index.sourceOf(state, { writes, idempotency });
    this.operation = found === null ? { kind: 'create', id, source } : { kind: 'put', id, source, seen: found.seen };
  }
}

const DOCUMENT_FIELDS: readonly (keyof StoredSource)[] = ['head', 'content', 'writes', 'idempotency'];
const ALL_FIELDS: readonly (keyof StoredSource)[] = [...DOCUMENT_FIELDS, 'passages_at', 'vectors'];

function fieldsFor({ keepsVectors }: WriteGroup): readonly (keyof StoredSource)[] {
  return keepsVectors ? ALL_FIELDS : DOCUMENT_FIELDS;
}

function keepsChanging(id: string): ClusterTrouble {
  const message = `The document "${id}" is being changed by too many others at the same time. Try again in a moment.`;
  return new ClusterTrouble('conflict', message);
}

function mayBeMade(error: unknown): ClusterTrouble {
  const message =
    'OpenSearch gave no answer to a write, which may have been made all the same. Read the document before you try again, or send an Idempotency-Key.';
  return new ClusterTrouble('timeout', message, { outcomeUnknown: true, cause: error });
}
