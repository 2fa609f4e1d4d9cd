import type { Scope } from '../domain/caller.js';
import type { Change, Document, DocumentHead, DocumentWithVectors, Mode } from '../domain/document/document.js';
import type { DocumentVectors, EmbeddedPassages, Passage, VectorSpaces } from '../domain/document/vectors.js';
import type { Model, ModelVersion } from '../domain/model/model.js';
import type { Curation, SearchRule, Synonym } from '../domain/search/search-rule.js';
import type { QueryLogStorage } from './query-log-storage.js';
import type { ClaimStorage, ExampleStorage } from './shared-work.js';

/**
 * The source of truth: it contains exactly what was acknowledged, and everything else, including the index, can be rebuilt
 * from it. Reads are asynchronous, so that a storage may be remote. A write resolves when it is durable, and every read that
 * begins later sees it. `contract/storage-contract.ts` is the suite that each implementation must pass.
 *
 * A write has a function, `decide`, that gets what is stored and returns what to store. A storage with a single writer runs
 * it inside its commit. One with optimistic concurrency reads, decides, writes on condition that nothing has changed since,
 * and starts over otherwise. `decide` may therefore run several times: it must be synchronous and free of side effects. The
 * outcome of the write tells what the last run decided.
 */
export interface Storage {
  documents(mode: Mode): DocumentStorage;
  models(mode: Mode): ModelStorage;
  queryLog(mode: Mode): QueryLogStorage;
  synonyms(mode: Mode): RuleStorage<Synonym>;
  curations(mode: Mode): RuleStorage<Curation>;
  keys: KeyStorage;
  idempotency: IdempotencyStorage;
  vectorSpaces: VectorSpaceStorage;
  claims: ClaimStorage;
  /** Where examples wait for their training if any instance may train them; null if they wait in the data folder. */
  examples: ExampleStorage | null;
  close(): Promise<void>;
}

export interface DocumentWrite {
  id: string;
  /** Gets what is stored under the id and returns the document to store, or `delete`. Throws to change nothing. */
  decide(current: Document | null): Document | 'delete';
  /** Stored with the document that `decide` returns. If left out, the stored embedding is kept. */
  embedding?: EmbeddedPassages;
  /**
   * Stored in one step with the change, so that a retry after a crash is recognised. Pure, like `decide`. The write rejects
   * with `AlreadyAnswered` if the key has a record by now that is less than `IDEMPOTENCY_MILLISECONDS` older.
   */
  idempotency?(outcome: Document | 'delete'): { key: string; record: IdempotencyRecord };
}

export interface WriteOutcome {
  change: Change;
  /** What the change replaced; null if the id was new. */
  previous: DocumentHead | null;
}

/** The parts of a document that a read can ask for. Others are not read. */
export interface DocumentParts {
  document: Document;
  /** The document without its content, which is much cheaper to read. */
  head: DocumentHead;
  content: string | null;
  /** Empty if the document was not embedded. */
  passages: readonly Passage[];
  /** Of all vector spaces. */
  vectors: readonly DocumentVectors[];
}

export interface DocumentStorage {
  /**
   * Documents in the order of `ids`; null for an id that no document has. The parts of a document are from the same state:
   * its vectors always belong to its text.
   */
  getMany<Part extends keyof DocumentParts>(
    ids: readonly string[],
    parts: readonly Part[],
  ): Promise<(Pick<DocumentParts, Part> | null)[]>;
  count(): Promise<number>;
  /**
   * Queues writes in this order. Each settles on its own: if one throws in `decide`, the others are not affected. Resolves
   * when all are durable and the `onCommit` listeners have run.
   */
  write(writes: readonly DocumentWrite[]): Promise<PromiseSettledResult<WriteOutcome>[]>;
  /**
   * Called once per commit, in order, when it is durable and before its writes resolve. So the index sees every change
   * exactly once, before it is acknowledged.
   */
  onCommit(listener: (changes: readonly Change[]) => Promise<void>): void;
  /** All documents in order of id, from one state of the storage, in batches of bounded size. */
  all(range?: WholeRange): AsyncIterable<DocumentWithVectors[]>;
  /** Checks the next few documents in order of id for vectors of `space`. */
  withoutVectors(space: string, range: DocumentRange): Promise<ScannedDocuments>;
  /**
   * Removes the vectors of a space, and ignores those of later writes. Not recorded as a change, because no document changes.
   * Takes several commits: after a crash, it must be called again.
   */
  dropVectors(space: string): Promise<void>;
}

/** A storage in files of this machine. */
export interface LocalStorage extends Storage {
  documents(mode: Mode): LoggedDocuments;
  /** Writes a consistent copy of everything to a new file. Reads and writes continue meanwhile. */
  copyTo(file: string): Promise<void>;
}

/** Changes are recorded, for an engine that keeps an index of its own and may have missed some. */
export interface LoggedDocuments extends DocumentStorage {
  /** The sequence of the last durable change; 0 if there was none. */
  lastSequence(): Promise<number>;
  /**
   * Changes after `sequence`, oldest first, only the latest of each document, in batches of bounded size. Null if
   * `forgetChanges` has removed some of them: the reader must start over from `all()`.
   */
  changesAfter(sequence: number): Promise<AsyncIterable<Change[]> | null>;
  /** Allows the storage to drop the changes up to `sequence`, which the index has saved. */
  forgetChanges(sequence: number): Promise<void>;
}

export interface WholeRange {
  /** The id to start after. */
  after?: string | null;
  /** Passages are given even where there is only one. An index has no use for these; a copy has. */
  everyPassage?: boolean;
}

export interface DocumentRange {
  /** The id to start after; null to start with the first document. */
  after: string | null;
  atMost: number;
}

export interface ScannedDocuments {
  /** Documents without the vectors. */
  ids: string[];
  /** Documents checked. */
  count: number;
  /** The id of the last document checked; null if there were none left. */
  last: string | null;
}

/** A change of a model. Versions that are not named stay as they are. */
export interface ModelChange {
  /** Null to delete the model with all its versions. */
  model: Model | null;
  put?: ModelVersion;
  /** The name of a version to delete. */
  remove?: string;
}

export interface ModelWrite<Decided extends ModelChange = ModelChange> {
  id: string;
  /** Like `DocumentWrite.decide`. The result may have more fields, which `write` returns to the caller. */
  decide(current: Model | null, version: (name: string) => ModelVersion | null): Decided;
  /** Like `DocumentWrite.idempotency`. */
  idempotency?(decided: Decided): { key: string; record: IdempotencyRecord };
}

export interface ModelStorage {
  get(id: string): Promise<Model | null>;
  /** In order of id. */
  list(): Promise<Model[]>;
  count(): Promise<number>;
  version(id: string, version: string): Promise<ModelVersion | null>;
  /** Resolves with what was decided when it is durable. */
  write<Decided extends ModelChange>(write: ModelWrite<Decided>): Promise<Decided>;
  /**
   * Stores a piece of a trained model, before the version refers to it. Pieces that a crash leaves behind are overwritten
   * when the version is trained again.
   */
  putWeights(key: VersionKey, piece: number, bytes: Buffer): Promise<void>;
  /** Removes pieces that no version refers to. */
  removeWeights(key: VersionKey, pieces: number): Promise<void>;
  /** A copy of a piece; null if it does not exist. */
  weights(key: VersionKey, piece: number): Promise<Buffer | null>;
}

export interface VersionKey {
  modelId: string;
  version: string;
}

export interface RuleWrite<Rule extends SearchRule> {
  id: string;
  /** Like `DocumentWrite.decide`. */
  decide(current: Rule | null): Rule | 'delete';
  /** Like `DocumentWrite.idempotency`. */
  idempotency?(outcome: Rule | 'delete'): { key: string; record: IdempotencyRecord };
}

/** The synonyms or the curations of one mode: few enough to keep all of them in memory. */
export interface RuleStorage<Rule extends SearchRule> {
  get(id: string): Promise<Rule | null>;
  count(): Promise<number>;
  /** In batches of bounded size, in any order. One that is written meanwhile may come twice, the second time as it is then. */
  all(): AsyncIterable<Rule[]>;
  /** Resolves when it is durable. */
  write(write: RuleWrite<Rule>): Promise<void>;
  /**
   * Differs whenever the rules do. Asked for by every search, so it must be cheap: `recently`, it may be as old as a second if
   * another process has written since; what this one has written always counts.
   */
  revision(asOf: 'now' | 'recently'): Promise<string>;
}

/** The encoders that the vectors come from; null if nothing was ever embedded. */
export interface VectorSpaceStorage {
  get(): Promise<VectorSpaces | null>;
  put(spaces: VectorSpaces): Promise<void>;
}

export interface KeyRecord {
  id: string;
  name: string;
  mode: Mode;
  /** SHA-256 of the secret, in hexadecimal. The secret itself is never stored; it has 192 random bits, so it needs no salt. */
  hash: string;
  scopes: Scope[];
  tenants: string[] | null;
  /** Milliseconds since 1970; null for never. */
  expiresAt: number | null;
  /** Requests per minute; null for no limit. */
  rateLimit: number | null;
  createdAt: number;
  revokedAt: number | null;
  /** See `noteUse`. Missing if it was never used, or only before that was noted. */
  lastUsedAt?: number;
}

/** Other processes (the command line) may write keys at any time: every read must see the current state. */
export interface KeyStorage {
  /** Called for every request, so it must be cheap. */
  findByHash(hash: string): Promise<KeyRecord | null>;
  get(id: string): Promise<KeyRecord | null>;
  /** Oldest first. */
  list(): Promise<KeyRecord[]>;
  /** Adds or replaces a key. If its hash has changed, the old one becomes invalid in the same commit. */
  put(key: KeyRecord): Promise<void>;
  /**
   * Stores what `decide` makes of the key as it is stored; null if there is none. Two changes of a key never undo each other.
   * `decide` may run several times, and throws to change nothing. Resolves when the former state holds nowhere any more.
   */
  change(id: string, decide: (stored: KeyRecord | null) => KeyRecord): Promise<KeyRecord>;
  /** Keeps when a key was last used, unless a later use is known. Does nothing for a key that is not there. */
  noteUse(id: string, time: number): Promise<void>;
}

export interface IdempotencyRecord {
  /** SHA-256 of method, path and body: another request with the same key is refused. */
  fingerprint: string;
  /** The response to repeat, as JSON; null for streamed answers, which are stored in chunks. */
  body: string | null;
  createdAt: number;
}

/** The keys include the mode and the API key that they belong to. */
export interface IdempotencyStorage {
  get(key: string): Promise<IdempotencyRecord | null>;
  put(key: string, record: IdempotencyRecord): Promise<void>;
  /** Stores a chunk of a streamed answer, before the record itself. Indexes start at 0; chunk 0 replaces all others. */
  putChunk(key: string, index: number, text: string): Promise<void>;
  chunks(key: string): AsyncIterable<string>;
  /** Removes everything that was created before `time`. */
  expire(time: number): Promise<void>;
}

/** Records older than this answer no request any more. */
export const IDEMPOTENCY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Another instance has answered a request with the same idempotency key meanwhile. The write was not made. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';

  constructor(readonly record: IdempotencyRecord) {
    super('A request with the same Idempotency-Key has been answered meanwhile.');
  }
}

/** This version of Sextant can't read the store. Nothing was changed. */
export class StorageFormatError extends Error {
  override readonly name = 'StorageFormatError';
}

/** The system does not allow this process to open the store: no permission, no memory, too many files. */
export class StorageOpenError extends Error {
  override readonly name = 'StorageOpenError';
}

/** A commit or a file failed to be written (no space, no permission, a failing device). None of its writes was made. */
export class StorageWriteError extends Error {
  override readonly name = 'StorageWriteError';
}
