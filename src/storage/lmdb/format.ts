import type { Database } from 'lmdb';
import { StorageFormatError } from '../storage-error.js';

/** Raised with every change that an older Sextant could not read. */
const FORMAT_VERSION = 1;

const FORMAT_KEY = 'format';

/** Marks a new store with this version's format, and refuses one that this version does not know. */
export function checkFormat(meta: Database<string, string>): void {
  const written = meta.get(FORMAT_KEY);
  if (written === undefined) {
    meta.putSync(FORMAT_KEY, String(FORMAT_VERSION));
    return;
  }
  const version = Number(written);
  if (version === FORMAT_VERSION) return;
  throw new StorageFormatError(
    version > FORMAT_VERSION
      ? `The store has format ${version}, made by a newer Sextant; this one reads up to ${FORMAT_VERSION}. Install the newer version, or restore a snapshot that this one made.`
      : `The store has a format that is not known: ${JSON.stringify(written.slice(0, 40))}.`,
  );
}
