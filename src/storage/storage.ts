import type { Scope } from '../domain/caller.js';
import type { Document, DocumentHead } from '../domain/document/document.js';
import type { Mode } from '../domain/document/mode.js';
import type { DocumentVectors, VectorSpaces } from '../domain/document/vectors.js';
import type { Model, ModelVersion } from '../domain/model/model.js';

/**
 * The truth: what is in here has been acknowledged, what is not has never happened. Everything else, the index
 * included, can be rebuilt from it. Reads are synchronous (memory-mapped); a write resolves once it is on disk.
 */
export interface Storage {
  documents(mode: Mode): DocumentStorage;
  models(mode: Mode): ModelStorage;
  keys: KeyStorage;
  idempotency: IdempotencyStorage;
  vectorSpaces: VectorSpaceStorage;
  /** Writes a consistent copy of everything to a new file, while reads and writes go on. */
  copyTo(file: string): Promise<void>;
  close(): Promise<void>;
}

/** A change that has been made durable; `sequence` counts the changes of a mode from 1, without gaps. */
export type StoredChange =
  | { sequence: number; kind: 'put'; document: Document; vectors: readonly DocumentVectors[] }
  | { sequence: number; kind: 'delete'; id: string };

/**
 * Decides, inside the write's turn, what becomes of one document: it is given what is stored under the id then, and
 * answers with the document to store, `delete`, or throws to leave everything as it is. It may run once only, and must not await.
 */
type Decision = (current: Document | null) => Document | 'delete';

export interface DocumentWrite {
  id: string;
  decide: Decision;
  /** Stored with the document that `decide` answers with. Left out, those that are stored under the id stay. */
  vectors?: readonly DocumentVectors[];
  /** Stored in the same commit as the change, so that a retry after a crash is recognised. */
  idempotency?: (outcome: Document | 'delete') => { key: string; record: IdempotencyRecord };
}

/** The change and, for a put, whether the id was new. */
export interface WriteOutcome {
  change: StoredChange;
  previous: DocumentHead | null;
}

export interface DocumentStorage {
  get(id: string): Document | null;
  vectors(id: string, space: string): DocumentVectors | null;
  /** Without the content: cheap enough for a page of 100. */
  getHead(id: string): DocumentHead | null;
  /** The content alone; null where there is none, or no such document. */
  getContent(id: string): string | null;
  count(): number;
  /**
   * Queues writes. Those of concurrent callers go to disk in one commit. Each settles on its own: one that throws in
   * `decide` does not touch the others. Resolves when all are durable and `onCommit` listeners have run.
   */
  write(writes: readonly DocumentWrite[]): Promise<PromiseSettledResult<WriteOutcome>[]>;
  /**
   * Called once per commit, in order, after it is durable and before its writers are answered: this is how the index
   * comes to see every change exactly once, before anyone is told that it happened.
   */
  onCommit(listener: (changes: readonly StoredChange[]) => Promise<void>): void;
  /** The sequence of the last durable change, 0 when there was none. */
  lastSequence(): number;
  /**
   * Changes after `sequence`, oldest first, at most one (the latest) per document. Null when they are no longer known,
   * because `forgetChanges` went further: the reader must start over from `all()`.
   */
  changesAfter(sequence: number): Iterable<StoredChange> | null;
  /** Every document, in order of id. */
  all(): Iterable<{ document: Document; vectors: readonly DocumentVectors[] }>;
  /** Whoever follows the changes has saved all up to `sequence`: they need not be kept. */
  forgetChanges(sequence: number): Promise<void>;
  /** Looks at the next few documents in order of id, and tells which of them have no vectors of `space`. */
  withoutVectors(space: string, range: DocumentRange): LookedAt;
  /**
   * Removes the vectors of a space, and takes none of it from now on. It is no change to a document: whoever follows the
   * changes must be told apart. In several commits, so one that a crash cut short has to be done again.
   */
  dropVectors(space: string): Promise<void>;
}

export interface DocumentRange {
  /** The id after which to begin; null for the first document. */
  after: string | null;
  atMost: number;
}

export interface LookedAt {
  ids: string[];
  count: number;
  /** Null where there was none left to look at. */
  last: string | null;
}

/** What becomes of a model; versions that are not named stay as they are. */
export interface ModelChange {
  /** Null to delete it, with all its versions. */
  model: Model | null;
  put?: ModelVersion;
  /** The name of a version. */
  remove?: string;
}

export interface ModelWrite {
  id: string;
  /** As for documents: given what is stored then, and must not await. */
  decide(current: Model | null, version: (name: string) => ModelVersion | null): ModelChange;
  /** Stored in the same commit. */
  idempotency?: (change: ModelChange) => { key: string; record: IdempotencyRecord };
}

export interface ModelStorage {
  get(id: string): Model | null;
  /** In order of id. */
  list(): Model[];
  count(): number;
  version(id: string, version: string): ModelVersion | null;
  /** Resolves when the change is durable, with what was decided. */
  write(write: ModelWrite): Promise<ModelChange>;
  /**
   * Keeps a trained model in pieces, before the version that has them is written. What a crash leaves of them is
   * overwritten when the version is trained again.
   */
  putWeights(key: VersionKey, piece: number, bytes: Buffer): Promise<void>;
  /** For pieces that no version has come to own. */
  removeWeights(key: VersionKey, pieces: number): Promise<void>;
  /** A copy of a piece; null where there is none. */
  weights(key: VersionKey, piece: number): Buffer | null;
}

export interface VersionKey {
  modelId: string;
  version: string;
}

/** Which encoders the vectors are from. Null in a store that nothing was ever embedded for. */
export interface VectorSpaceStorage {
  get(): VectorSpaces | null;
  put(spaces: VectorSpaces): Promise<void>;
}

export interface KeyRecord {
  id: string;
  name: string;
  mode: Mode;
  /** SHA-256 of the whole key, hex. The key itself is never stored: it carries 192 random bits, so a plain hash does. */
  hash: string;
  scopes: Scope[];
  tenants: string[] | null;
  /** Milliseconds since 1970, or null for never. */
  expiresAt: number | null;
  /** Requests a minute, or null for no limit. */
  rateLimit: number | null;
  createdAt: number;
  revokedAt: number | null;
}

/** Other processes (the command line) may write keys at any time: every read sees what is on disk now. */
export interface KeyStorage {
  findByHash(hash: string): KeyRecord | null;
  get(id: string): KeyRecord | null;
  list(): KeyRecord[];
  /** Adds or replaces; a changed hash makes the old one unknown in the same commit. */
  put(key: KeyRecord): Promise<void>;
}

export interface IdempotencyRecord {
  /** SHA-256 of method, path and body: another request under the same key is refused. */
  fingerprint: string;
  /** The body to answer again: JSON text; null where it is kept in chunks (streamed answers). */
  body: string | null;
  createdAt: number;
}

/** Keys given here already name the mode and the API key they belong to. */
export interface IdempotencyStorage {
  get(key: string): IdempotencyRecord | null;
  put(key: string, record: IdempotencyRecord): Promise<void>;
  /** Streamed answers are kept in pieces, numbered from 0, written before the record itself. */
  putChunk(key: string, index: number, text: string): Promise<void>;
  chunks(key: string): Iterable<string>;
  /** Drops what was created before `time`. */
  expire(time: number): Promise<void>;
}
