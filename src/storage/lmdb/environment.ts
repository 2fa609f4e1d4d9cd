import { mkdir } from 'node:fs/promises';
import { type Database, open, type RootDatabase } from 'lmdb';
import { MODES, type Mode } from '../../domain/document/mode.js';
import { storeFile } from '../data-folder.js';
import { StorageOpenError } from '../storage-error.js';
import { checkFile, checkFormat } from './check-store.js';

/** Text under text: every value is JSON, but for contents (see document-records.ts). */
type TextTable = Database<string, string>;
type BinaryTable = Database<Buffer, string>;

/**
 * What the store holds of one mode. The parts of a document lie apart: a page of hits reads no contents, and its excerpts
 * read no vectors. The layout of the records is in document-records.ts.
 *
 * - heads: id → [sequence of its last change, head]
 * - contents: id → text; absent for a document without content
 * - passages: id → the ranges of its passages; absent for a document that was not embedded, or not since format 2
 * - vectors: id → the vectors of its passages, of each space; absent for a document that was not embedded
 * - log: sequence → id, for the latest change of each document alone
 * - tombstones: id → sequence of its deletion, for as long as the log has it
 */
export interface DocumentTables {
  heads: TextTable;
  contents: TextTable;
  passages: BinaryTable;
  vectors: BinaryTable;
  log: Database<string, number>;
  tombstones: TextTable;
}

/**
 * What the store holds of the models of one mode. Versions and weights lie apart so that a list of models reads neither.
 *
 * - models: id → model
 * - versions: `id/version` → version, metrics included
 * - weights: `id/version/piece` → a piece of the trained model
 */
export interface ModelTables {
  models: TextTable;
  versions: TextTable;
  weights: BinaryTable;
}

export interface Environment {
  folder: string;
  root: RootDatabase<string, string>;
  /**
   * `format` → the version; `forgotten-<mode>` → the sequence up to which the log has been dropped; `vector-spaces` → which
   * encoders the vectors are from.
   */
  meta: TextTable;
  documents: Record<Mode, DocumentTables>;
  models: Record<Mode, ModelTables>;
  /** Key id → record. */
  keys: TextTable;
  /** Hash of a key → its id. An entry counts only if the record still has that hash. */
  keyHashes: TextTable;
  /** Digest of the idempotency key → record. */
  idempotency: TextTable;
  /** [digest, index] → a piece of a streamed answer. */
  idempotencyChunks: Database<string, [string, number]>;
  /** [time, digest] → empty JSON: what to look at when old records are dropped. */
  idempotencyTimes: Database<string, [number, string]>;
}

/** Address space, not disk: the file grows with what is in it. With a fixed size no process ever has to map it again. */
const MAP_SIZE = 2 ** 40;

export async function openEnvironment(folder: string): Promise<Environment> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkFile(storeFile(folder));
  const root = openRoot(folder);
  try {
    return { folder, root, ...openTables(root) };
  } catch (error) {
    await root.close();
    throw error;
  }
}

function openRoot(folder: string): RootDatabase<string, string> {
  try {
    return open<string, string>(storeFile(folder), {
      noSubdir: true,
      encoding: 'string',
      mapSize: MAP_SIZE,
      maxDbs: 32,
      maxReaders: 254,
      // Otherwise a write resolves when it is visible, and the sync that makes it durable follows later.
      overlappingSync: false,
      // Writes are batched by the commit queue. The library's own batching of a turn's writes makes a promise that nobody
      // can catch, and a full disk would end the process with it.
      eventTurnBatching: false,
      // Pages come zeroed: what was freed elsewhere in the process must not end up in the file.
      noMemInit: false,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageOpenError(`The store in ${folder} cannot be opened: ${reason}.`, { cause: error });
  }
}

function openTables(root: RootDatabase<string, string>): Omit<Environment, 'folder' | 'root'> {
  const table = <K extends string | number | [string, number] | [number, string]>(name: string) =>
    root.openDB<string, K>({ name, encoding: 'string' });
  const binaryTable = (name: string): BinaryTable => root.openDB<Buffer, string>({ name, encoding: 'binary' });
  const meta = table<string>('meta');
  // Before any other table: opening one creates it, and a store of another format must stay as it is.
  checkFormat(meta);
  const documentTables = (mode: Mode): DocumentTables => ({
    heads: table<string>(`${mode}-heads`),
    contents: table<string>(`${mode}-contents`),
    passages: binaryTable(`${mode}-passages`),
    vectors: binaryTable(`${mode}-vectors`),
    log: table<number>(`${mode}-log`),
    tombstones: table<string>(`${mode}-tombstones`),
  });
  const modelTables = (mode: Mode): ModelTables => ({
    models: table<string>(`${mode}-models`),
    versions: table<string>(`${mode}-model-versions`),
    weights: binaryTable(`${mode}-model-weights`),
  });
  const [live, test] = MODES.map(documentTables);
  const [liveModels, testModels] = MODES.map(modelTables);
  return {
    meta,
    documents: { live, test },
    models: { live: liveModels, test: testModels },
    keys: table<string>('keys'),
    keyHashes: table<string>('key-hashes'),
    idempotency: table<string>('idempotency'),
    idempotencyChunks: table<[string, number]>('idempotency-chunks'),
    idempotencyTimes: table<[number, string]>('idempotency-times'),
  };
}
