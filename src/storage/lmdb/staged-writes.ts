import type { Database, Key } from 'lmdb';
import { type Change, MODES, type Mode } from '../../domain/document/document.js';
import { fullDiskHint } from '../full-disk.js';
import { StorageWriteError } from '../storage.js';
import type { Environment } from './environment.js';

type Table<K extends Key> = Database<string, K>;
type BinaryTable = Database<Buffer, string>;

/** UTF-16 to UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
const PAGE_BYTES = 4096;
const SHARED_PAGES = 32;
/** More than a few small records add to the file, whatever they turn out to be. */
const RECORDS_BYTES = 512 * 1024;

interface Operation {
  apply(): void;
}

/**
 * The writes of one commit. Reads through it see these writes first, then the store, so that the decisions of a batch build
 * on each other before anything is on disk.
 */
export class StagedWrites {
  /** The changes to documents, in order. */
  readonly changes: Record<Mode, Change[]> = { live: [], test: [] };
  /** UTF-16 units and bytes of all values: the approximate cost of the commit. */
  size = 0;
  readonly #operations: Operation[] = [];
  readonly #texts = new Overlay<string>();
  readonly #binaries = new Overlay<Buffer>();

  get empty(): boolean {
    return this.#operations.length === 0;
  }

  get(table: Table<string>, key: string): string | null {
    return this.#texts.get(table, key);
  }

  put(table: Table<string>, key: string, value: string): void {
    this.#texts.set(table, key, value);
    this.putOnly(table, key, value);
  }

  remove(table: Table<string>, key: string): void {
    this.#texts.set(table, key, null);
    this.removeOnly(table, key);
  }

  getBinary(table: BinaryTable, key: string): Buffer | null {
    return this.#binaries.get(table, key);
  }

  putBinary(table: BinaryTable, key: string, value: Buffer): void {
    this.#binaries.set(table, key, value);
    this.size += value.length;
    this.#operations.push({ apply: () => void table.put(key, value) });
  }

  removeBinary(table: BinaryTable, key: string): void {
    this.#binaries.set(table, key, null);
    this.#operations.push({ apply: () => void table.remove(key) });
  }

  /** For tables that no later write of the batch reads. */
  putOnly<K extends Key>(table: Table<K>, key: K, value: string): void {
    this.size += value.length;
    this.#operations.push({ apply: () => void table.put(key, value) });
  }

  removeOnly<K extends Key>(table: Table<K>, key: K): void {
    this.#operations.push({ apply: () => void table.remove(key) });
  }

  /**
   * Resolves when everything is on disk. LMDB's writer thread applies the batch in one transaction: after a crash, all or none
   * of it is there. Values are already encoded, so nothing can throw halfway.
   */
  commit(environment: Environment): Promise<void> {
    const { root } = environment;
    return writeTo(environment, this.#mostBytes(), async () => {
      await root.batch(() => this.#apply());
    });
  }

  /**
   * The same for what depends on the writes of other processes: `stage` runs inside the transaction, when none of
   * them can write. It must not throw, and stages no more than a record or two.
   */
  commitExclusively(environment: Environment, stage: () => void): Promise<void> {
    const { root } = environment;
    return writeTo(environment, RECORDS_BYTES, () =>
      root.transaction(() => {
        stage();
        this.#apply();
      }),
    );
  }

  #apply(): void {
    for (const operation of this.#operations) operation.apply();
  }

  /**
   * The most that the commit may add to the file: the values, and for each operation a page of the tree and the unused part of
   * another one. What leads to these pages, and the list of those that become free, is shared.
   */
  #mostBytes(): number {
    return this.size * MAX_BYTES_PER_UNIT + (this.#operations.length * 2 + SHARED_PAGES) * PAGE_BYTES;
  }

  changedModes(): Mode[] {
    return MODES.filter((mode) => this.changes[mode].length > 0);
  }
}

/** Table → key → value after the commit; null if removed. Only text keys are read back. */
class Overlay<Value> {
  readonly #entries = new Map<Database<Value, string>, Map<string, Value | null>>();

  get(table: Database<Value, string>, key: string): Value | null {
    const staged = this.#entries.get(table)?.get(key);
    return staged === undefined ? (table.get(key) ?? null) : staged;
  }

  set(table: Database<Value, string>, key: string, value: Value | null): void {
    let entries = this.#entries.get(table);
    if (entries === undefined) {
      entries = new Map();
      this.#entries.set(table, entries);
    }
    entries.set(key, value);
  }
}

/** Sees to it that there is space for the most that `write` may add to the file. */
async function writeTo(
  { root, folder, reserve }: Environment,
  room: number,
  write: () => Promise<void>,
): Promise<void> {
  try {
    if (!reserve.has(room)) await reserve.extendTo(room);
    await write();
  } catch (error) {
    throw await writeFailure(error, folder);
  } finally {
    // Reads of this turn share a snapshot, which may be older than the commit.
    root.resetReadTxn();
  }
}

/** Explains why a commit failed and what to do. */
async function writeFailure(error: unknown, folder: string): Promise<StorageWriteError> {
  const [reason, hint] = await Promise.all([reasonOf(error), fullDiskHint(folder)]);
  return new StorageWriteError(`The store could not be written: ${reason}.${hint}`, { cause: error });
}

/** A failed commit has the error of the disk as a promise, which must be caught: else it is an unhandled rejection. */
async function reasonOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  if (!('commitError' in error)) return error.message;
  return Promise.resolve(error.commitError).then(
    () => error.message,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );
}
