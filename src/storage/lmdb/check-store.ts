import { open } from 'node:fs/promises';
import type { Database } from 'lmdb';
import { StorageFormatError } from '../storage.js';

/**
 * Increased with every change that older versions can't read:
 *
 *   1  passages were stored with their vectors, once per vector space
 *   2  passages have a table of their own
 *
 * This version reads both. A store of format 1 keeps it until the first write that older versions can't read.
 */
const FORMAT_VERSION = 2;

/** The entry in the table `meta`. A commit that older versions can't read must write it too. */
export const CURRENT_FORMAT = { key: 'format', value: String(FORMAT_VERSION) };

/** Marks a new store with the current format, and refuses a store with an unknown one. */
export function checkFormat(meta: Database<string, string>): void {
  const written = meta.get(CURRENT_FORMAT.key);
  if (written === undefined) {
    meta.putSync(CURRENT_FORMAT.key, CURRENT_FORMAT.value);
    return;
  }
  const version = Number(written);
  if (version >= 1 && version <= FORMAT_VERSION) return;
  throw new StorageFormatError(
    version > FORMAT_VERSION
      ? `The store has format ${version}, made by a newer version of Sextant; this one reads up to ${FORMAT_VERSION}. Install the newer version, or restore a snapshot that this version made.`
      : `The store has an unknown format: ${JSON.stringify(written.slice(0, 40))}.`,
  );
}

/**
 * LMDB trusts its file: one that is not a store, or is truncated, crashes the process with a signal. So the two meta pages
 * at the beginning are checked first. Offsets within a meta page, in bytes, little-endian; the second one follows after one
 * page.
 */
const META = { magic: 24, version: 28, pageSize: 48, freeRoot: 88, mainRoot: 136, lastPage: 144, transaction: 152 };
const META_BYTES = 160;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
/** The root of an empty tree. */
const NO_PAGE = 2n ** 64n - 1n;
/** Unused pages at the end may be missing from the file: at most as many as one commit can leave unused. */
const UNWRITTEN_BYTES = 16n * 2n ** 20n;

/** Refuses a file that LMDB could not open. A missing or empty file is valid: it becomes a new store. */
export async function checkFile(file: string): Promise<void> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return;
  try {
    if ((await handle.stat()).size === 0) return;
    const read = async (position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(META_BYTES), 0, META_BYTES, position);
      return bytesRead === META_BYTES && isMeta(buffer) ? buffer : refuse(file, 'it is not a store');
    };
    const first = await read(0);
    const second = await read(first.readUInt32LE(META.pageSize));
    // The size is read last, because another process may be appending to the file.
    const { size } = await handle.stat();
    if (isCutOff(newer(first, second), BigInt(size))) refuse(file, 'its end is missing');
  } finally {
    await handle.close();
  }
}

function isMeta(page: Buffer): boolean {
  const version = page.readUInt32LE(META.version) & 0xffff;
  return page.readUInt32LE(META.magic) === MAGIC && version === DATA_VERSION;
}

function newer(one: Buffer, other: Buffer): Buffer {
  return one.readBigUInt64LE(META.transaction) > other.readBigUInt64LE(META.transaction) ? one : other;
}

function isCutOff(meta: Buffer, size: bigint): boolean {
  const pageSize = BigInt(meta.readUInt32LE(META.pageSize));
  const endOf = (page: bigint) => (page === NO_PAGE ? 0n : (page + 1n) * pageSize);
  const roots = [META.freeRoot, META.mainRoot].map((offset) => endOf(meta.readBigUInt64LE(offset)));
  return roots.some((end) => end > size) || endOf(meta.readBigUInt64LE(META.lastPage)) > size + UNWRITTEN_BYTES;
}

function refuse(file: string, reason: string): never {
  throw new StorageFormatError(`${file} cannot be opened: ${reason}. Restore a snapshot, or move the file away.`);
}
