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
