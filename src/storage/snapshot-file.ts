import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A snapshot is one file: a line of JSON (the header), the bytes of the store, and a line of JSON with the SHA-256 of
 * everything before it. The checksum comes last, so that the store is read only once.
 */
export interface SnapshotHeader {
  magic: 'sextant-snapshot';
  format: 1;
  created_at: string;
  store_bytes: number;
}

/** The file is not a snapshot, or it is incomplete or damaged. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Receives the number of bytes done and the total. */
export type ByteProgress = (done: number, total: number) => void;

const MAX_HEADER_BYTES = 4096;
const NEWLINE = 10;
const TRAILER_BYTES = trailerWith(createHash('sha256')).length;

/** A copy of a store, with the time it was made. */
export interface StoreCopy {
  file: string;
  createdAt: Date;
}

/** Writes a snapshot to `target`, which must not exist, and syncs it to disk. */
export async function writeSnapshot(
  { file: store, createdAt }: StoreCopy,
  target: string,
  progress: ByteProgress,
): Promise<SnapshotHeader> {
  const { size } = await stat(store);
  const header: SnapshotHeader = {
    magic: 'sextant-snapshot',
    format: 1,
    created_at: createdAt.toISOString(),
    store_bytes: size,
  };
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(snapshotPieces(header, store, progress)), output);
  return header;
}

async function* snapshotPieces(header: SnapshotHeader, store: string, progress: ByteProgress) {
  const hash = createHash('sha256');
  yield hashed(hash, Buffer.from(`${JSON.stringify(header)}\n`));
  let done = 0;
  for await (const piece of piecesOf(store, 0)) {
    yield hashed(hash, piece);
    done += piece.length;
    progress(done, header.store_bytes);
  }
  if (done !== header.store_bytes) throw new SnapshotError('The copy of the store changed while it was read.');
  yield Buffer.from(trailerWith(hash));
}

/** Reads the header; throws if the file is not a snapshot or has the wrong size. `verifySnapshot` checks the content. */
export async function readSnapshotHeader(file: string): Promise<{ header: SnapshotHeader; storeOffset: number }> {
  const { line, size } = await firstLine(file);
  const header = parseHeader(line);
  const storeOffset = line.length + 1;
  const expected = storeOffset + header.store_bytes + TRAILER_BYTES;
  if (size !== expected) {
    throw new SnapshotError(`The snapshot is not whole: it should have ${expected} bytes but has ${size}.`);
  }
  return { header, storeOffset };
}

/** Reads the whole file and compares the checksum. */
export async function verifySnapshot(file: string, progress: ByteProgress): Promise<SnapshotHeader> {
  const { header, storeOffset } = await readSnapshotHeader(file);
  const hash = createHash('sha256');
  const end = storeOffset + header.store_bytes;
  let done = 0;
  for await (const piece of piecesOf(file, 0, end - 1)) {
    hash.update(piece);
    done += piece.length;
    progress(done, end);
  }
  let trailer = '';
  for await (const piece of piecesOf(file, end)) trailer += piece;
  if (trailer !== trailerWith(hash)) throw new SnapshotError('The snapshot is damaged: its checksum does not match.');
  return header;
}

/** Writes the store of a snapshot to `target` and syncs it to disk. */
export async function extractStore(file: string, target: string, progress: ByteProgress): Promise<void> {
  const { header, storeOffset } = await readSnapshotHeader(file);
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(storePieces(file, { header, storeOffset }, progress)), output);
}

async function* storePieces(
  file: string,
  { header, storeOffset }: { header: SnapshotHeader; storeOffset: number },
  progress: ByteProgress,
) {
  let done = 0;
  for await (const piece of piecesOf(file, storeOffset, storeOffset + header.store_bytes - 1)) {
    done += piece.length;
    progress(done, header.store_bytes);
    yield piece;
  }
}

function trailerWith(hash: Hash): string {
  return `\n${JSON.stringify({ sha256: hash.digest('hex') })}\n`;
}

function hashed(hash: Hash, bytes: Buffer): Buffer {
  hash.update(bytes);
  return bytes;
}

/** `end` is inclusive. */
function piecesOf(file: string, start: number, end?: number): AsyncIterable<Buffer> {
  return createReadStream(file, { start, end, highWaterMark: 1 << 20 });
}

async function firstLine(file: string): Promise<{ line: Buffer; size: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    if (end < 0) throw new SnapshotError('The file is not a Sextant snapshot.');
    return { line: buffer.subarray(0, end), size };
  } finally {
    await handle.close();
  }
}

function parseHeader(line: Buffer): SnapshotHeader {
  let header: Partial<Record<keyof SnapshotHeader, unknown>>;
  try {
    header = JSON.parse(line.toString());
  } catch {
    throw new SnapshotError('The file is not a Sextant snapshot.');
  }
  if (header?.magic !== 'sextant-snapshot') throw new SnapshotError('The file is not a Sextant snapshot.');
  if (header.format !== 1) {
    throw new SnapshotError(`The snapshot has format ${header.format}; this version of Sextant reads format 1.`);
  }
  const { created_at, store_bytes } = header;
  if (typeof created_at !== 'string' || typeof store_bytes !== 'number' || !Number.isSafeInteger(store_bytes)) {
    throw new SnapshotError("The snapshot's header is damaged.");
  }
  return { magic: header.magic, format: header.format, created_at, store_bytes };
}
