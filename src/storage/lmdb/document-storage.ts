import type { Change, Document, DocumentWithVectors, Mode } from '../../domain/document/document.js';
import { Turns } from '../../threads/turns.js';
import type {
  DocumentParts,
  DocumentRange,
  DocumentWrite,
  LoggedDocuments,
  ScannedDocuments,
  WholeRange,
  WriteOutcome,
} from '../storage.js';
import { ChangeLog } from './change-log.js';
import type { CommitQueue } from './commit-queue.js';
import { readParts, readWhole, readWithVectors, StoredEmbeddings } from './document-parts.js';
import { decodeContent, decodeHead, encodeContent, encodeHead, headOf } from './document-records.js';
import type { DocumentTables, Environment } from './environment.js';
import { requireUnanswered, stageIdempotencyRecord } from './idempotency-storage.js';
import type { StagedWrites } from './staged-writes.js';
import { canBeKey, countEntries, fromSnapshot, inBatches, keysAfter } from './tables.js';

type Listener = (changes: readonly Change[]) => Promise<void>;

interface Stored {
  sequence: number;
  document: Document;
}

/**
 * Reads are synchronous, from memory-mapped pages: their promises are already resolved, unless there is so much to read that
 * it takes several turns of the event loop. Each document is read in one turn, and thus from one state.
 */
export class LmdbDocumentStorage implements LoggedDocuments {
  readonly #environment: Environment;
  readonly #queue: CommitQueue;
  readonly #mode: Mode;
  readonly #tables: DocumentTables;
  readonly #log: ChangeLog;
  readonly #embeddings: StoredEmbeddings;
  readonly #listeners: Listener[] = [];

  constructor(environment: Environment, queue: CommitQueue, mode: Mode) {
    this.#environment = environment;
    this.#queue = queue;
    this.#mode = mode;
    this.#tables = environment.documents[mode];
    this.#log = new ChangeLog(environment, queue, mode);
    this.#embeddings = new StoredEmbeddings(this.#tables, environment, queue);
  }

  async getMany<Part extends keyof DocumentParts>(
    ids: readonly string[],
    parts: readonly Part[],
  ): Promise<(Pick<DocumentParts, Part> | null)[]> {
    const found: (Pick<DocumentParts, Part> | null)[] = [];
    const turns = new Turns();
    for (const id of ids) {
      // Decoding a hundred long contents would hold up all other requests.
      if (turns.isOver) await turns.next();
      found.push(readParts(this.#tables, id, parts));
    }
    return found;
  }

  async count(): Promise<number> {
    return countEntries(this.#tables.heads);
  }

  write(writes: readonly DocumentWrite[]): Promise<PromiseSettledResult<WriteOutcome>[]> {
    return Promise.allSettled(writes.map((write) => this.#queue.run((staged) => this.#stage(write, staged))));
  }

  onCommit(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Called with the changes of a commit when it is durable. */
  async committed(changes: readonly Change[]): Promise<void> {
    this.#log.committed(changes[changes.length - 1].sequence);
    for (const listener of this.#listeners) await listener(changes);
  }

  async lastSequence(): Promise<number> {
    return this.#log.lastSequence;
  }

  async changesAfter(sequence: number): Promise<AsyncIterable<Change[]> | null> {
    if (sequence < this.#log.forgottenUpTo()) return null;
    return inBatches(this.#log.after(sequence));
  }

  all({ after = null, everyPassage = false }: WholeRange = {}): AsyncIterable<DocumentWithVectors[]> {
    const read = everyPassage ? readWhole : readWithVectors;
    const documents = fromSnapshot(this.#environment.root, (transaction) =>
      this.#tables.heads
        .getRange({ ...keysAfter(after), transaction })
        .map(({ value }) => read(this.#tables, value, transaction)),
    );
    return inBatches(documents);
  }

  forgetChanges(sequence: number): Promise<void> {
    return this.#log.forget(sequence);
  }

  async withoutVectors(space: string, range: DocumentRange): Promise<ScannedDocuments> {
    return this.#embeddings.missing(space, range);
  }

  dropVectors(space: string): Promise<void> {
    return this.#embeddings.drop(space);
  }

  /** Nothing may throw after the first write is staged. */
  #stage(write: DocumentWrite, staged: StagedWrites): WriteOutcome {
    const stored = this.#read(write.id, staged);
    const decided = write.decide(stored?.document ?? null);
    checkDecision(write.id, decided, stored);
    const idempotency = write.idempotency?.(decided);
    if (idempotency) requireUnanswered(this.#environment, idempotency, staged);
    const sequence = this.#log.lastSequence + staged.changes[this.#mode].length + 1;
    const change: Change =
      decided === 'delete'
        ? { sequence, kind: 'delete', id: write.id }
        : { sequence, kind: 'put', document: decided, ...this.#stageEmbedding(write, stored, staged) };
    if (change.kind === 'put') this.#stagePut(change, stored, staged);
    else if (stored !== null) this.#stageDelete(change, stored, staged);
    if (idempotency) stageIdempotencyRecord(this.#environment, idempotency, staged);
    staged.changes[this.#mode].push(change);
    return { change, previous: stored && headOf(stored.document) };
  }

  #read(id: string, staged: StagedWrites): Stored | null {
    if (!canBeKey(id)) throw new RangeError('An id of this length cannot be stored.');
    const text = staged.get(this.#tables.heads, id);
    if (text === null) return null;
    const [sequence, head] = decodeHead(text);
    return { sequence, document: { ...head, content: decodeContent(staged.get(this.#tables.contents, id)) } };
  }

  /** Returns passages and vectors of the document after the write. Unchanged vectors, which are large, are not written again. */
  #stageEmbedding(
    { id, embedding }: DocumentWrite,
    stored: Stored | null,
    staged: StagedWrites,
  ): Pick<DocumentWithVectors, 'passages' | 'vectors'> {
    if (embedding === undefined) return stored === null ? { vectors: [] } : this.#embeddings.staged(id, staged);
    if (stored === null && embedding.vectors.length === 0) return { vectors: [] };
    return this.#embeddings.stage(id, embedding, staged);
  }

  #stagePut(change: Change & { kind: 'put' }, stored: Stored | null, staged: StagedWrites): void {
    const { sequence, document } = change;
    const { heads, contents } = this.#tables;
    staged.put(heads, document.id, encodeHead(sequence, document));
    // Most updates don't change the content, by far the largest part.
    if (document.content !== (stored?.document.content ?? null)) {
      if (document.content === null) staged.remove(contents, document.id);
      else staged.put(contents, document.id, encodeContent(document.content));
    }
    this.#log.stagePut({ id: document.id, sequence, previous: stored?.sequence ?? null }, staged);
  }

  #stageDelete(change: Change & { kind: 'delete' }, stored: Stored, staged: StagedWrites): void {
    staged.remove(this.#tables.heads, change.id);
    if (stored.document.content !== null) staged.remove(this.#tables.contents, change.id);
    this.#embeddings.stageRemoval(change.id, staged);
    this.#log.stageDelete({ ...change, previous: stored.sequence }, staged);
  }
}

function checkDecision(id: string, decided: Document | 'delete', stored: Stored | null): void {
  if (decided === 'delete' && stored === null) throw new Error('There is no such document to delete.');
  if (decided !== 'delete' && decided.id !== id) throw new Error('A document cannot be stored under another id.');
}
