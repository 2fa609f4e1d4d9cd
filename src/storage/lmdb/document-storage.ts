import type { Document, DocumentHead } from '../../domain/document/document.js';
import type { Mode } from '../../domain/document/mode.js';
import type { DocumentVectors } from '../../domain/document/vectors.js';
import type {
  DocumentRange,
  DocumentStorage,
  DocumentWrite,
  LookedAt,
  StoredChange,
  WriteOutcome,
} from '../storage.js';
import { ChangeLog } from './change-log.js';
import type { CommitQueue } from './commit-queue.js';
import type { DocumentTables, Environment } from './environment.js';
import { stageIdempotencyRecord } from './idempotency-storage.js';
import { withContentAndVectors } from './read-document.js';
import { decodeContent, decodeHead, documentOf, encodeContent, encodeHead, headOf } from './record.js';
import type { StagedWrites } from './staged-writes.js';
import { StoredSpaces } from './stored-spaces.js';
import { canBeKey, fromSnapshot, read } from './table.js';
import { decodeVectors, encodeVectors } from './vector-record.js';

type Listener = (changes: readonly StoredChange[]) => Promise<void>;

interface Stored {
  sequence: number;
  document: Document;
}

export class LmdbDocumentStorage implements DocumentStorage {
  readonly #tables: DocumentTables;
  readonly #log: ChangeLog;
  readonly #spaces: StoredSpaces;
  readonly #listeners: Listener[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly queue: CommitQueue,
    private readonly mode: Mode,
  ) {
    this.#tables = environment.documents[mode];
    this.#log = new ChangeLog(environment, queue, mode);
    this.#spaces = new StoredSpaces(this.#tables, queue);
  }

  get(id: string): Document | null {
    const head = this.getHead(id);
    return head && documentOf(head, this.#tables.contents.get(id));
  }

  vectors(id: string, space: string): DocumentVectors | null {
    if (!canBeKey(id)) return null;
    return decodeVectors(this.#tables.vectors.get(id)).find((vectors) => vectors.space === space) ?? null;
  }

  getHead(id: string): DocumentHead | null {
    const text = read(this.#tables.heads, id);
    return text === null ? null : decodeHead(text)[1];
  }

  getContent(id: string): string | null {
    const text = read(this.#tables.contents, id);
    return text === null ? null : decodeContent(text);
  }

  count(): number {
    const statistics: { entryCount?: number } = this.#tables.heads.getStats();
    return statistics.entryCount ?? 0;
  }

  write(writes: readonly DocumentWrite[]): Promise<PromiseSettledResult<WriteOutcome>[]> {
    return Promise.allSettled(writes.map((write) => this.queue.run((staged) => this.#stage(write, staged))));
  }

  onCommit(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** The queue calls this with the changes of a commit that has become durable. */
  async committed(changes: readonly StoredChange[]): Promise<void> {
    this.#log.committed(changes[changes.length - 1].sequence);
    for (const listener of this.#listeners) await listener(changes);
  }

  lastSequence(): number {
    return this.#log.lastSequence;
  }

  changesAfter(sequence: number): Iterable<StoredChange> | null {
    return sequence < this.#log.forgottenUpTo() ? null : this.#log.after(sequence);
  }

  *all(): Iterable<{ document: Document; vectors: DocumentVectors[] }> {
    yield* fromSnapshot(this.environment.root, (transaction) =>
      this.#tables.heads
        .getRange({ transaction })
        .map(({ value }) => withContentAndVectors(this.#tables, decodeHead(value)[1], transaction)),
    );
  }

  forgetChanges(sequence: number): Promise<void> {
    return this.#log.forget(sequence);
  }

  withoutVectors(space: string, range: DocumentRange): LookedAt {
    return this.#spaces.without(space, range);
  }

  dropVectors(space: string): Promise<void> {
    return this.#spaces.drop(space);
  }

  /** Everything that can throw comes before anything is staged. */
  #stage(write: DocumentWrite, staged: StagedWrites): WriteOutcome {
    const stored = this.#read(write.id, staged);
    const decided = write.decide(stored?.document ?? null);
    checkDecision(write.id, decided, stored);
    const idempotency = write.idempotency?.(decided);
    const sequence = this.#log.lastSequence + staged.changes[this.mode].length + 1;
    const change: StoredChange =
      decided === 'delete'
        ? { sequence, kind: 'delete', id: write.id }
        : { sequence, kind: 'put', document: decided, vectors: this.#stageVectors(write, stored, staged) };
    if (change.kind === 'put') this.#stagePut(change, stored, staged);
    else if (stored !== null) this.#stageDelete(change, stored, staged);
    if (idempotency) stageIdempotencyRecord(this.environment, idempotency, staged);
    staged.changes[this.mode].push(change);
    return { change, previous: stored && headOf(stored.document) };
  }

  #read(id: string, staged: StagedWrites): Stored | null {
    if (!canBeKey(id)) throw new RangeError('Nothing can be stored under an id of this length.');
    const text = staged.get(this.#tables.heads, id);
    if (text === null) return null;
    const [sequence, head] = decodeHead(text);
    return { sequence, document: documentOf(head, staged.get(this.#tables.contents, id)) };
  }

  /** What the document's vectors will be. Like the content they are written only when they change: they are as large. */
  #stageVectors(write: DocumentWrite, stored: Stored | null, staged: StagedWrites): readonly DocumentVectors[] {
    const { id } = write;
    const table = this.#tables.vectors;
    if (write.vectors === undefined) return stored === null ? [] : decodeVectors(staged.getBinary(table, id));
    const vectors = write.vectors.filter(({ space }) => !this.#spaces.isDropped(space));
    if (vectors.length > 0) staged.putBinary(table, id, encodeVectors(vectors));
    else if (stored !== null) staged.removeBinary(table, id);
    return vectors;
  }

  #stagePut(change: StoredChange & { kind: 'put' }, stored: Stored | null, staged: StagedWrites): void {
    const { sequence, document } = change;
    const { heads, contents } = this.#tables;
    staged.put(heads, document.id, encodeHead(sequence, document));
    // Most updates leave the content, by far the largest part, as it is.
    if (document.content !== (stored?.document.content ?? null)) {
      if (document.content === null) staged.remove(contents, document.id);
      else staged.put(contents, document.id, encodeContent(document.content));
    }
    this.#log.stagePut({ id: document.id, sequence, previous: stored?.sequence ?? null }, staged);
  }

  #stageDelete(change: StoredChange & { kind: 'delete' }, stored: Stored, staged: StagedWrites): void {
    staged.remove(this.#tables.heads, change.id);
    if (stored.document.content !== null) staged.remove(this.#tables.contents, change.id);
    staged.removeBinary(this.#tables.vectors, change.id);
    this.#log.stageDelete({ ...change, previous: stored.sequence }, staged);
  }
}

function checkDecision(id: string, decided: Document | 'delete', stored: Stored | null): void {
  if (decided === 'delete' && stored === null) throw new Error('There is no such document to delete.');
  if (decided !== 'delete' && decided.id !== id) throw new Error('A document cannot be stored under another id.');
}
