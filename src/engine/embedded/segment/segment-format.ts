import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { VectorMemory } from '../vectors/vector-memory.js';
import type { ColumnType } from './column.js';

/**
 * The bytes of a segment, in memory and on disk alike:
 *
 *   0   8 bytes   magic and format version
 *   8   u32       length of the directory
 *   12  u32       CRC-32 of everything from byte 16 on
 *   16  JSON      directory: { documents, columns: [type, field, sparse, offset, length, offset, length, …] }
 *   …   arrays    each at a multiple of 8 bytes, little-endian; offsets count from the end of the directory
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

type ColumnArray = Uint32Array | Float64Array | Uint16Array | Uint8Array;
type ArrayKind = 'u32' | 'f64' | 'u16' | 'u8';

export interface ColumnEntry {
  type: ColumnType;
  field: string;
  /** Null for a dense column, and for columns that are not lists of entries. */
  docs: Uint32Array | null;
  arrays: ColumnArray[];
}

/** Where a column's arrays are. Columns are opened only when a query needs them. */
export interface ColumnPlace {
  type: ColumnType;
  field: string;
  sparse: boolean;
  /** Offset and length of each array in turn. */
  places: number[];
  dataStart: number;
}

class DamagedSegmentError extends Error {}

const MAGIC = Buffer.from('SXTSEG01', 'latin1');
const HEADER_BYTES = 16;

const ARRAY_KINDS: Record<ColumnType, ArrayKind[]> = {
  keyword: ['u32', 'u32', 'u8'],
  number: ['f64'],
  date: ['f64'],
  boolean: ['f64'],
  array: ['u32'],
  length: ['u16'],
  passage: ['u32'],
  division: ['u16'],
  sketch: ['u8'],
  vocabulary: ['u32', 'u8', 'u32', 'u8', 'u32', 'u32', 'u32', 'u32', 'u32'],
  lexical: ['u32', 'u16', 'u8', 'u32', 'u8'],
};

type DirectoryRow = [type: ColumnType, field: string, sparse: 0 | 1, ...places: number[]];
interface Directory {
  documents: number;
  columns: DirectoryRow[];
}

export function writeSegment(documents: number, columns: readonly ColumnEntry[]): SegmentBytes {
  let dataBytes = 0;
  const rows = columns.map(({ type, field, docs, arrays }): DirectoryRow => {
    const places = withDocs(docs, arrays).flatMap((array) => {
      const offset = dataBytes;
      dataBytes = alignTo8(dataBytes + array.byteLength);
      return [offset, array.length];
    });
    return [type, field, docs === null ? 0 : 1, ...places];
  });
  const directory = Buffer.from(JSON.stringify({ documents, columns: rows } satisfies Directory));
  const dataStart = alignTo8(HEADER_BYTES + directory.length);
  const bytes = new SharedArrayBuffer(dataStart + dataBytes);
  const buffer = Buffer.from(bytes);
  MAGIC.copy(buffer);
  buffer.writeUInt32LE(directory.length, 8);
  directory.copy(buffer, HEADER_BYTES);
  copyArrays(columns, rows, new Uint8Array(bytes, dataStart));
  buffer.writeUInt32LE(crc32(buffer.subarray(HEADER_BYTES)), 12);
  return bytes;
}

function copyArrays(columns: readonly ColumnEntry[], rows: readonly DirectoryRow[], target: Uint8Array): void {
  columns.forEach(({ docs, arrays }, column) => {
    withDocs(docs, arrays).forEach((array, index) => {
      const offset = rows[column][3 + index * 2] as number;
      target.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    });
  });
}

/** The columns of a segment, without touching their arrays. */
export function readDirectory(bytes: SegmentBytes): { documents: number; columns: ColumnPlace[] } {
  const buffer = Buffer.from(bytes);
  const directoryLength = buffer.readUInt32LE(8);
  const directory: Directory = JSON.parse(buffer.toString('utf8', HEADER_BYTES, HEADER_BYTES + directoryLength));
  const dataStart = alignTo8(HEADER_BYTES + directoryLength);
  const columns = directory.columns.map(
    ([type, field, sparse, ...places]): ColumnPlace => ({ type, field, sparse: sparse === 1, places, dataStart }),
  );
  return { documents: directory.documents, columns };
}

export function openColumn(bytes: SegmentBytes, { type, field, sparse, places, dataStart }: ColumnPlace): ColumnEntry {
  const kinds = sparse ? (['u32', ...ARRAY_KINDS[type]] as const) : ARRAY_KINDS[type];
  const arrays = kinds.map((kind, i) => viewOf(bytes, kind, [dataStart + places[i * 2], places[i * 2 + 1]]));
  return sparse
    ? { type, field, docs: arrays[0] as Uint32Array, arrays: arrays.slice(1) }
    : { type, field, docs: null, arrays };
}

/** Throws unless the bytes are a whole segment of this format, unchanged since they were written. */
export function verifySegment(bytes: SegmentBytes): void {
  const buffer = Buffer.from(bytes);
  if (buffer.length < HEADER_BYTES || !buffer.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new DamagedSegmentError('it is not a segment file of this format');
  }
  if (crc32(buffer.subarray(HEADER_BYTES)) !== buffer.readUInt32LE(12)) {
    throw new DamagedSegmentError('its checksum does not match its content');
  }
}

function withDocs(docs: Uint32Array | null, arrays: ColumnArray[]): ColumnArray[] {
  return docs === null ? arrays : [docs, ...arrays];
}

function viewOf(bytes: SegmentBytes, kind: ArrayKind, [offset, length]: [number, number]): ColumnArray {
  if (kind === 'u32') return new Uint32Array(bytes, offset, length);
  if (kind === 'u16') return new Uint16Array(bytes, offset, length);
  return kind === 'f64' ? new Float64Array(bytes, offset, length) : new Uint8Array(bytes, offset, length);
}

function alignTo8(position: number): number {
  return Math.ceil(position / 8) * 8;
}
