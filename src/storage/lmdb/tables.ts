import type { Database, RootDatabase, Transaction } from 'lmdb';

/** LMDB takes keys of up to 1,978 bytes; a UTF-16 unit becomes three of them at most. */
const MAX_KEY_LENGTH = 512;

/** False for texts that nothing can be stored under: asking LMDB for them would throw. */
export function canBeKey(key: string): boolean {
  return key.length > 0 && key.length <= MAX_KEY_LENGTH;
}

export function read(table: Database<string, string>, key: string): string | null {
  return canBeKey(key) ? (table.get(key) ?? null) : null;
}

/** The range of keys after one; all of them for null. */
export function keysAfter(key: string | null): { start?: string; exclusiveStart?: boolean } {
  return key === null ? {} : { start: key, exclusiveStart: true };
}

export function countEntries(table: Database<string, string>): number {
  const statistics: { entryCount?: number } = table.getStats();
  return statistics.entryCount ?? 0;
}

/**
 * Yields from one state of the store, whatever is written meanwhile. Until the iteration ends or is broken off, space
 * that was freed after it began cannot be used again.
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
const MAX_BATCH_CHARACTERS = 2_000_000;

/** Groups that are read, and then indexed, in well under a second each. */
export async function* inBatches<T>(items: Iterable<T>, charactersOf: (item: T) => number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let characters = 0;
  for (const item of items) {
    batch.push(item);
    characters += charactersOf(item);
    if (batch.length < MAX_BATCH_ITEMS && characters < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
