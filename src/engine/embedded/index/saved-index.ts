import { Buffer } from 'node:buffer';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { writeAllSync } from '../../../files/transfer-all.js';
import { type Bitset, emptyBitset } from '../segment/bitset.js';
import { Directory } from '../segment/directory.js';
import { type SegmentBytes, type SegmentData, verifySegment } from '../segment/segment-format.js';
import { VectorBlock } from '../vectors/vector-block.js';
import type { VectorMemory } from '../vectors/vector-memory.js';

/**
 * An index on disk: files for each segment, and `manifest.json`, which lists the current segments, their deleted documents,
 * and the last change that they include. The manifest is replaced by a rename, so there is always a complete one. Files of
 * segments that it does not list are left-overs.
 */
interface Manifest {
  format: number;
  sequence: number;
  segments: { uid: number; deleted: string }[];
  /** Ids of documents that could not be indexed; missing if there are none. */
  setAside?: string[];
}

/** Raise it whenever the same documents would give other bytes: a change of format or of text analysis. */
const FORMAT = 14;
const MANIFEST = 'manifest.json';

interface SavedSegment {
  uid: number;
  data: SegmentData;
  deleted: Bitset;
}

export interface SavedIndex {
  sequence: number;
  segments: SavedSegment[];
  /** All segments of the manifest, whether their files could be loaded or not. */
  uids: ReadonlySet<number>;
  /** One sentence for each segment that could not be loaded. Its documents must be read from the store again. */
  damage: string[];
  /** Ids of documents that could not be indexed: another attempt is due. */
  setAside: string[];
}

/** `index` is null if none was saved or the manifest can't be used; `reason` then says why. */
export function loadIndex(folder: string): { index: SavedIndex | null; reason: string } {
  let manifest: Manifest;
  try {
    manifest = readManifest(folder);
  } catch (error) {
    return { index: null, reason: error instanceof Error ? error.message : String(error) };
  }
  const uids = new Set(manifest.segments.map(({ uid }) => uid));
  const { sequence, setAside = [] } = manifest;
  const index: SavedIndex = { sequence, segments: [], uids, damage: [], setAside };
  for (const { uid, deleted } of manifest.segments) {
    try {
      index.segments.push(loadSegment(folder, uid, deleted));
    } catch (error) {
      index.damage.push(`${segmentFile(uid)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { index, reason: '' };
}

function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = fs.readFileSync(join(folder, MANIFEST), 'utf8');
  } catch {
    throw new Error('no index was saved');
  }
  const [checksum, json] = text.split('\n', 2);
  if (checksum !== String(crc32(json ?? ''))) throw new Error(`${MANIFEST} is damaged`);
  const manifest: Manifest = JSON.parse(json);
  if (manifest.format !== FORMAT) throw new Error(`the saved index has format ${manifest.format}, not ${FORMAT}`);
  return manifest;
}

function loadSegment(folder: string, uid: number, deletedBase64: string): SavedSegment {
  const bytes = readShared(join(folder, segmentFile(uid)));
  verifySegment(bytes);
  const words = Buffer.from(deletedBase64, 'base64');
  const deleted = emptyBitset(new Directory(bytes).documents);
  new Uint8Array(deleted.buffer).set(words);
  return { uid, data: { bytes, vectors: loadVectors(folder, uid, bytes) }, deleted };
}

function readShared(path: string): SegmentBytes {
  const file = fs.openSync(path, 'r');
  try {
    const bytes = new SharedArrayBuffer(fs.fstatSync(file).size);
    const target = new Uint8Array(bytes);
    for (let position = 0; position < target.length; ) {
      const read = fs.readSync(file, target, position, Math.min(1 << 28, target.length - position), position);
      if (read === 0) throw new Error('the file ended early');
      position += read;
    }
    return bytes;
  } finally {
    fs.closeSync(file);
  }
}

/** The problems of a saved index, one sentence each; null if none was saved. */
export function examineSavedIndex(folder: string): string[] | null {
  if (!fs.existsSync(join(folder, MANIFEST))) return null;
  const { index, reason } = loadIndex(folder);
  return index === null ? [reason] : index.damage;
}

/** Each space has a file of its own, because its vectors have memory of their own. */
function loadVectors(folder: string, uid: number, bytes: SegmentBytes): VectorMemory[] {
  const spaces = new Directory(bytes).fields('passage');
  return spaces.map((_, column) => loadBlock(join(folder, vectorFile(uid, column))));
}

/** The checksum is in the last four bytes. */
function loadBlock(path: string): VectorMemory {
  const file = Buffer.from(readShared(path));
  const vectors = file.subarray(0, -4);
  if (file.length < 4 || crc32(vectors) !== file.readUInt32LE(file.length - 4)) {
    throw new Error('the checksum of its vectors does not match');
  }
  return VectorBlock.from(vectors).shared;
}

/** Writes all files of a segment. If that fails it removes them, because they would take space on a full disk. */
export function saveSegment(folder: string, uid: number, { bytes, vectors }: SegmentData): void {
  fs.mkdirSync(folder, { recursive: true });
  try {
    vectors.forEach((memory, column) => {
      const content = VectorBlock.open(memory).bytes();
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32LE(crc32(content));
      writeDurably(join(folder, vectorFile(uid, column)), content, checksum);
    });
    writeDurably(join(folder, segmentFile(uid)), new Uint8Array(bytes));
  } catch (error) {
    removeFiles(folder, (other) => other === uid);
    throw error;
  }
}

interface CurrentSegments {
  sequence: number;
  segments: readonly { uid: number; deleted: Bitset }[];
  /** Segments that a running merge is writing: their files may be incomplete and must not be removed. */
  emerging: ReadonlySet<number>;
  setAside: readonly string[];
}

/** Makes these segments the saved index, then removes files that are no longer needed. */
export function saveManifest(folder: string, { sequence, segments, emerging, setAside }: CurrentSegments): void {
  fs.mkdirSync(folder, { recursive: true });
  const manifest: Manifest = {
    format: FORMAT,
    sequence,
    segments: segments.map(({ uid, deleted }) => ({ uid, deleted: toBase64(deleted) })),
    setAside: setAside.length === 0 ? undefined : [...setAside],
  };
  const json = JSON.stringify(manifest);
  const path = join(folder, MANIFEST);
  writeDurably(`${path}.new`, Buffer.from(`${crc32(json)}\n${json}`));
  fs.renameSync(`${path}.new`, path);
  syncFolder(folder);
  removeLeftOvers(folder, new Set([...segments.map(({ uid }) => uid), ...emerging]));
}

export function removeLeftOvers(folder: string, needed: ReadonlySet<number>): void {
  removeFiles(folder, (uid) => !needed.has(uid));
}

function removeFiles(folder: string, ofSegment: (uid: number) => boolean): void {
  for (const name of fs.readdirSync(folder)) {
    const uid = /^(\d+)(-\d+)?\.(segment|vectors)$/.exec(name)?.[1];
    if (uid !== undefined && ofSegment(Number(uid))) fs.rmSync(join(folder, name), { force: true });
  }
}

export function removeIndex(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
}

function writeDurably(path: string, ...parts: Uint8Array[]): void {
  const file = fs.openSync(path, 'w');
  try {
    for (const bytes of parts) writeAllSync(file, bytes);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** A rename is durable only after the folder is synced. Windows can't sync a folder, and need not. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function toBase64(words: Bitset): string {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64');
}

function vectorFile(uid: number, column: number): string {
  return column === 0 ? `${uid}.vectors` : `${uid}-${column}.vectors`;
}

function segmentFile(uid: number): string {
  return `${uid}.segment`;
}
