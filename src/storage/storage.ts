import type { Scope } from '../domain/caller.js';
import type { Change, DocumentWithVectors } from '../domain/document/change.js';
import type { Document, DocumentHead } from '../domain/document/document.js';
import type { Mode } from '../domain/document/mode.js';
import type { DocumentVectors, EmbeddedPassages, Passage, VectorSpaces } from '../domain/document/vectors.js';
import type { Model, ModelVersion } from '../domain/model/model.js';

/**
 * The source of truth: what is in here has been acknowledged, what is not has never happened. Everything else, the index
 * included, can be rebuilt from it. Every read is asynchronous, so that a storage may be elsewhere; one that has its data
 * at hand answers with a promise that is resolved already. A write resolves once it is durable, and every read that begins
 * later sees it. `contract/storage-contract.ts` is the suite that each implementation must pass.
 *
 * Writes are given a function, `decide`, that turns what is stored into what is to be stored. A storage with one writer runs
 * it inside its commit. One without (optimistic concurrency) reads, decides, writes on condition that nothing has changed
 * since, and begins again where something has. `decide` may therefore run more than once: it must not await, and must have
 * no effect besides its result. What a caller wants to know of the run that counted, it learns from the write's outcome.
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

export interface DocumentWrite {
  id: string;
  /** Given what is stored under the id, returns the document to store or `delete`; throws to leave everything as it is. */
  decide(current: Document | null): Document | 'delete';
  /** Stored with the document that `decide` returns. Left out, what is stored under the id stays. */
  embedding?: EmbeddedPassages;
  /** Stored in the same commit as the change, so that a retry after a crash is recognised. Pure, as `decide` is. */
  idempotency?(outcome: Document | 'delete'): { key: string; record: IdempotencyRecord };
}

export interface WriteOutcome {
  change: Change;
  /** What the change replaced; null where the id was new. */
  previous: DocumentHead | null;
}

/** The parts of a document that a read can ask for. What is not asked for is not copied. */
export interface DocumentParts {
  document: Document;
  /** The document without its content: cheap enough for a page of 100. */
  head: DocumentHead;
  content: string | null;
  /** Empty where the document was not embedded. */
  passages: readonly Passage[];
  /** Of every space. */
  vectors: readonly DocumentVectors[];
}

export interface DocumentStorage {
  /**
   * Documents in the order of `ids`; null for an id that no document has. The parts of one document are all from the same
   * state of it: vectors always belong to the text they come with.
   */
  getMany<Part extends keyof DocumentParts>(
    ids: readonly string[],
    parts: readonly Part[],
  ): Promise<(Pick<DocumentParts, Part> | null)[]>;
  count(): Promise<number>;
  /**
   * Queues writes, in their order. Each settles on its own: one that throws in `decide` does not touch the others. Resolves
   * when all are durable and `onCommit` listeners have run.
   */
  write(writes: readonly DocumentWrite[]): Promise<PromiseSettledResult<WriteOutcome>[]>;
  /**
   * Called once per commit, in order, after it is durable and before its writers are answered: this is how the index sees
   * every change exactly once, before anyone is told that it happened.
   */
  onCommit(listener: (changes: readonly Change[]) => Promise<void>): void;
  /** The sequence of the last durable change, 0 when there was none. */
  lastSequence(): Promise<number>;
  /**
   * Changes after `sequence`, oldest first, at most one (the latest) per document, in batches of bounded size. Null when
   * they are no longer known because `forgetChanges` went further: the reader must start over from `all()`.
   */
  changesAfter(sequence: number): Promise<AsyncIterable<Change[]> | null>;
  /** Every document in order of id, from one state of the storage, in batches of bounded size. */
  all(range?: { after: string }): AsyncIterable<DocumentWithVectors[]>;
  /** The index has saved all changes up to `sequence`: they need not be kept. */
  forgetChanges(sequence: number): Promise<void>;
  /** Looks at the next few documents in order of id, and tells which of them have no vectors of `space`. */
  withoutVectors(space: string, range: DocumentRange): Promise<LookedAt>;
  /**
   * Removes the vectors of a space, and takes none of it from now on. This changes no document, so no change tells of it. It
   * takes several commits: one that a crash cut short has to be done again.
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

export interface ModelWrite<Decided extends ModelChange = ModelChange> {
  id: string;
  /** As for documents. The result may carry more than is stored, for the caller to know what the decision rested on. */
  decide(current: Model | null, version: (name: string) => ModelVersion | null): Decided;
  /** Stored in the same commit. */
  idempotency?(decided: Decided): { key: string; record: IdempotencyRecord };
}

export interface ModelStorage {
  get(id: string): Promise<Model | null>;
  /** In order of id. */
  list(): Promise<Model[]>;
  count(): Promise<number>;
  version(id: string, version: string): Promise<ModelVersion | null>;
  /** Resolves when the change is durable, with what was decided. */
  write<Decided extends ModelChange>(write: ModelWrite<Decided>): Promise<Decided>;
  /**
   * Keeps a trained model in pieces, before the version that has them is written. What a crash leaves of them is
   * overwritten when the version is trained again.
   */
  putWeights(key: VersionKey, piece: number, bytes: Buffer): Promise<void>;
  /** For pieces that no version has come to own. */
  removeWeights(key: VersionKey, pieces: number): Promise<void>;
  /** A copy of a piece; null where there is none. */
  weights(key: VersionKey, piece: number): Promise<Buffer | null>;
}

export interface VersionKey {
  modelId: string;
  version: string;
}

/** Which encoders the vectors are from. Null in a storage that nothing was ever embedded for. */
export interface VectorSpaceStorage {
  get(): Promise<VectorSpaces | null>;
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

/** Other processes (the command line) may write keys at any time: every read sees what is durable now. */
export interface KeyStorage {
  /** Asked for every request, so it has to be cheap. */
  findByHash(hash: string): Promise<KeyRecord | null>;
  get(id: string): Promise<KeyRecord | null>;
  /** Oldest first. */
  list(): Promise<KeyRecord[]>;
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
  get(key: string): Promise<IdempotencyRecord | null>;
  put(key: string, record: IdempotencyRecord): Promise<void>;
  /** Streamed answers are kept in pieces, numbered from 0, written before the record itself. Piece 0 replaces all others. */
  putChunk(key: string, index: number, text: string): Promise<void>;
  chunks(key: string): AsyncIterable<string>;
  /** Drops what was created before `time`. */
  expire(time: number): Promise<void>;
}
