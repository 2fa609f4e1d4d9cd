import { type Database, open, type RootDatabase } from 'lmdb';
import { MODES, type Mode } from '../../domain/document/document.js';
import { createFolder } from '../create-folder.js';
import { storeFile } from '../data-folder.js';
import { fullDiskHint } from '../full-disk.js';
import { StorageOpenError } from '../storage.js';
import { checkFile, checkFormat } from './check-store.js';
import { FileReserve } from './file-reserve.js';

/** Every value is JSON, except for contents (see document-records.ts). */
type TextTable = Database<string, string>;
type BinaryTable = Database<Buffer, string>;

/**
 * The documents of one mode. The parts of a document are in separate tables: a page of hits reads no contents, and its
 * excerpts read no vectors. The layout of the records is in document-records.ts.
 *
 * - heads: id → [sequence of its last change, head]
 * - contents: id → text; absent for a document without content
 * - passages: id → the ranges of its passages; absent for a document that was not embedded, or not since format 2
 * - vectors: id → the vectors of its passages in each space; absent for a document that was not embedded
 * - log: sequence → id, only for the latest change of each document
 * - tombstones: id → sequence of its deletion, until the log drops it
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
 * The models of one mode. Versions and weights have tables of their own, so that a list of models reads neither.
 *
 * - models: id → model
 * - versions: `id/version` → version with its metrics
 * - weights: `id/version/piece` → a piece of the trained model
 */
export interface ModelTables {
  models: TextTable;
  versions: TextTable;
  weights: BinaryTable;
}

/** The search rules of one mode: id → rule. */
export interface RuleTables {
  synonyms: TextTable;
  curations: TextTable;
}

export interface Environment {
  folder: string;
  root: RootDatabase<string, string>;
  reserve: FileReserve;
  /**
   * `format` → the version; `forgotten-<mode>` → the sequence up to which the log has been dropped; `vector-spaces` → the
   * encoders that the vectors come from; `synonyms-<mode>`, `curations-<mode>` → how often these rules have been written.
   */
  meta: TextTable;
  documents: Record<Mode, DocumentTables>;
  models: Record<Mode, ModelTables>;
  /** `day/digest` → what was counted of the searches for one query on one day. */
  queryLogs: Record<Mode, TextTable>;
  rules: Record<Mode, RuleTables>;
  /** Key id → record. */
  keys: TextTable;
  /** Hash of a key → its id. Only valid if the record still has this hash. */
  keyHashes: TextTable;
  /** Digest of the idempotency key → record. */
  idempotency: TextTable;
  /** [digest, index] → a piece of a streamed answer. */
  idempotencyChunks: Database<string, [string, number]>;
  /** [time, digest] → empty JSON: finds old records. */
  idempotencyTimes: Database<string, [number, string]>;
}

/** Address space, not disk space: the file grows with its content. With a fixed size it never has to be mapped again. */
const MAP_SIZE = 2 ** 40;
/** More than all tables take while they are empty. */
const NEW_TABLES_BYTES = 512 * 1024;

export async function openEnvironment(folder: string): Promise<Environment> {
  await createFolder(folder);
  await checkFile(storeFile(folder));
  const root = await openRoot(folder);
  try {
    const reserve = new FileReserve(storeFile(folder), root);
    if (reserve.isNewStore) await reserveTables(reserve, folder);
    return { folder, root, reserve, ...openTables(root) };
  } catch (error) {
    await root.close();
    throw error;
  }
}

/** An empty store writes its tables when it is opened: not through a commit, which would see to the space itself. */
async function reserveTables(reserve: FileReserve, folder: string): Promise<void> {
  try {
    await reserve.extendTo(NEW_TABLES_BYTES);
  } catch (error) {
    throw await openFailure(error, folder);
  }
}

async function openFailure(error: unknown, folder: string): Promise<StorageOpenError> {
  const reason = error instanceof Error ? error.message : String(error);
  const hint = await fullDiskHint(folder);
  return new StorageOpenError(`The store in ${folder} cannot be opened: ${reason}.${hint}`, { cause: error });
}

async function openRoot(folder: string): Promise<RootDatabase<string, string>> {
  try {
    return open<string, string>(storeFile(folder), {
      noSubdir: true,
      encoding: 'string',
      mapSize: MAP_SIZE,
      maxDbs: 64,
      maxReaders: 254,
      // If true, a write resolves when it is visible, before it is synced to disk.
      overlappingSync: false,
      // The commit queue batches writes. The library's own batching creates a promise that can't be caught: its rejection,
      // for example on a full disk, would end the process.
      eventTurnBatching: false,
      // New pages are zeroed, so that freed memory of the process never gets into the file.
      noMemInit: false,
    });
  } catch (error) {
    throw await openFailure(error, folder);
  }
}

function openTables(root: RootDatabase<string, string>): Omit<Environment, 'folder' | 'root' | 'reserve'> {
  const table = <K extends string | number | [string, number] | [number, string]>(name: string) =>
    root.openDB<string, K>({ name, encoding: 'string' });
  const binaryTable = (name: string): BinaryTable => root.openDB<Buffer, string>({ name, encoding: 'binary' });
  const meta = table<string>('meta');
  // Before other tables are opened, which would create them: a store of an unknown format must not be changed.
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
  const ruleTables = (mode: Mode): RuleTables => ({
    synonyms: table<string>(`${mode}-synonyms`),
    curations: table<string>(`${mode}-curations`),
  });
  const [live, test] = MODES.map(documentTables);
  const [liveModels, testModels] = MODES.map(modelTables);
  const [liveRules, testRules] = MODES.map(ruleTables);
  return {
    meta,
    documents: { live, test },
    models: { live: liveModels, test: testModels },
    queryLogs: { live: table<string>('live-query-log'), test: table<string>('test-query-log') },
    rules: { live: liveRules, test: testRules },
    keys: table<string>('keys'),
    keyHashes: table<string>('key-hashes'),
    idempotency: table<string>('idempotency'),
    idempotencyChunks: table<[string, number]>('idempotency-chunks'),
    idempotencyTimes: table<[number, string]>('idempotency-times'),
  };
}
