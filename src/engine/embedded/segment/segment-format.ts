import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { VectorMemory } from '../vectors/vector-memory.js';
import type { ColumnType } from './column.js';

/**
 * The bytes of a segment, in memory and on disk alike; all numbers are little-endian, and every array begins at a multiple
 * of 8 bytes:
 *
 *   0   8 bytes     magic and format version
 *   8   u32         CRC-32 of everything from byte 12 on
 *   12  4 × u32     number of documents, of columns, of their arrays, and of bytes of their names; 4 bytes unused
 *   32  directory   see `directory.ts`
 *   …   arrays      column by column
 *
 * A column's arrays come in a fixed order. One that is not dense begins with the documents of its entries. Then follow:
 *
 *   keyword                 ordinals, dictionary offsets, dictionary bytes
 *   number, date, boolean   values
 *   array, passage          documents
 *   length                  word counts
 *   division                word positions
 *   sketch                  MinHash signatures
 *   vocabulary, lexical     see `vocabulary.ts` and `lexical-column.ts`
 */
export type SegmentBytes = SharedArrayBuffer;

/**
 * A whole segment: its columns, and the vectors of each `passage` column. Vectors have memory of their own because the scan
 * kernel needs WebAssembly memory.
 */
export interface SegmentData {
  bytes: SegmentBytes;
  vectors: readonly VectorMemory[];
}

export type ColumnArray = Uint32Array | Float64Array | Uint16Array | Uint8Array;
type ArrayKind = 'u32' | 'f64' | 'u16' | 'u8';

export interface ColumnEntry {
  type: ColumnType;
  field: string;
  /** Null for a dense column, and for columns that are not lists of entries. */
  docs: Uint32Array | null;
  arrays: ColumnArray[];
}

export const ARRAY_KINDS: Record<ColumnType, readonly ArrayKind[]> = {
  keyword: ['u32', 'u32', 'u8'],
  number: ['f64'],
  date: ['f64'],
  boolean: ['f64'],
  array: ['u32'],
  length: ['u16'],
  passage: ['u32'],
  division: ['u16'],
  sketch: ['u8'],
  vocabulary: ['u32', 'u8', 'u32', 'u8', 'u32', 'u32', 'u32', 'u32', 'u32', 'u32'],
  lexical: ['u32', 'u16', 'u8', 'u32', 'u8'],
};

interface SegmentHeader {
  documents: number;
  columns: number;
  /** Number of arrays of all columns. */
  arrays: number;
  nameBytes: number;
}

export const HEADER_BYTES = 32;

const MAGIC = Buffer.from('SXTSEG02', 'latin1');
const CHECKED_FROM = 12;

class DamagedSegmentError extends Error {}

/** To be called once everything else is written, which the checksum covers. */
export function writeHeader(bytes: SegmentBytes, { documents, columns, arrays, nameBytes }: SegmentHeader): void {
  const buffer = Buffer.from(bytes);
  MAGIC.copy(buffer);
  buffer.writeUInt32LE(documents, 12);
  buffer.writeUInt32LE(columns, 16);
  buffer.writeUInt32LE(arrays, 20);
  buffer.writeUInt32LE(nameBytes, 24);
  buffer.writeUInt32LE(crc32(buffer.subarray(CHECKED_FROM)), 8);
}

export function readHeader(bytes: SegmentBytes): SegmentHeader {
  const buffer = Buffer.from(bytes);
  return {
    documents: buffer.readUInt32LE(12),
    columns: buffer.readUInt32LE(16),
    arrays: buffer.readUInt32LE(20),
    nameBytes: buffer.readUInt32LE(24),
  };
}

/** Throws unless the bytes are a whole segment of this format, unchanged since they were written. */
export function verifySegment(bytes: SegmentBytes): void {
  const buffer = Buffer.from(bytes);
  if (buffer.length < HEADER_BYTES || !buffer.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new DamagedSegmentError('it is not a segment file of this format');
  }
  if (crc32(buffer.subarray(CHECKED_FROM)) !== buffer.readUInt32LE(8)) {
    throw new DamagedSegmentError('its checksum does not match its content');
  }
}

/** Views of arrays that are one after the other, and where the last one ends. Their lengths begin at `lengths[first]`. */
export function readArrays(
  bytes: SegmentBytes,
  start: number,
  { kinds, lengths, first = 0 }: { kinds: readonly ArrayKind[]; lengths: ArrayLike<number>; first?: number },
): { arrays: ColumnArray[]; end: number } {
  const arrays: ColumnArray[] = [];
  let end = start;
  for (let i = 0; i < kinds.length; i++) {
    const array = viewOf(bytes, kinds[i], [end, lengths[first + i]]);
    end = alignTo8(end + array.byteLength);
    arrays.push(array);
  }
  return { arrays, end };
}

function viewOf(bytes: SegmentBytes, kind: ArrayKind, [offset, length]: [number, number]): ColumnArray {
  if (kind === 'u32') return new Uint32Array(bytes, offset, length);
  if (kind === 'u16') return new Uint16Array(bytes, offset, length);
  return kind === 'f64' ? new Float64Array(bytes, offset, length) : new Uint8Array(bytes, offset, length);
}

export function alignTo8(position: number): number {
  return Math.ceil(position / 8) * 8;
}
