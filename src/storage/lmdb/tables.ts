import type { Database, RootDatabase, Transaction } from 'lmdb';
import { Turns } from '../../threads/turns.js';

/** LMDB allows keys of up to 1,978 bytes; a UTF-16 unit takes at most three. */
const MAX_KEY_LENGTH = 512;

/** False for texts that are not valid keys, for which LMDB would throw. */
export function canBeKey(key: string): boolean {
  return key.length > 0 && key.length <= MAX_KEY_LENGTH;
}

export function read(table: Database<string, string>, key: string): string | null {
  return canBeKey(key) ? (table.get(key) ?? null) : null;
}

/** The range of keys after this one; all for null. */
export function keysAfter(key: string | null): { start?: string; exclusiveStart?: boolean } {
  return key === null ? {} : { start: key, exclusiveStart: true };
}

export function countEntries(table: Database<string, string>): number {
  const statistics: { entryCount?: number } = table.getStats();
  return statistics.entryCount ?? 0;
}

/**
 * Iterates over one state of the store, unaffected by later writes. Until the iteration ends, space that is freed meanwhile
 * can't be reused.
 */
export function* fromSnapshot<T>(
  root: RootDatabase<string, string>,
  iterate: (transaction: Transaction) => Iterable<T>,
): Generator<T> {
  const transaction = root.useReadTransaction();
  try {
    yield* iterate(transaction);
  } finally {
    transaction.done();
  }
}

const MAX_BATCH_ITEMS = 500;
const MAX_BATCH_SIZE = 2_000_000;

/** Something that was read, with the UTF-16 units and bytes of all that is stored of it. */
export interface Sized<T> {
  item: T;
  size: number;
}

/**
 * Batches that are small enough to be indexed in well under a second. Reading one may take several turns of the event loop, so
 * the items must come from a snapshot.
 */
export async function* inBatches<T>(items: Iterable<Sized<T>>, mostItems = MAX_BATCH_ITEMS): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let batchSize = 0;
  const turns = new Turns();
  for (const { item, size } of items) {
    batch.push(item);
    batchSize += size;
    if (turns.isOver) await turns.next();
    if (batch.length < mostItems && batchSize < MAX_BATCH_SIZE) continue;
    yield batch;
    batch = [];
    batchSize = 0;
  }
  if (batch.length > 0) yield batch;
}
