/**
 * The bytes of a block of vectors, in memory and on disk alike, little-endian:
 *
 *   0    u32 × 4   magic, rows, dimensions, 0
 *   16   planes    high 4 bits of every code, row after row; then the low 4 bits likewise
 *   …    f32 × 2   for each row: 1 / |codes|, and |low part| / |codes|; both 0 for a zero vector
 *
 * A code is -127 … 127 and is stored with 128 added. Its low part is the value of its low 4 bits minus their mean, 7.5.
 * In a row of a plane every 16 bytes hold 32 codes: nibble n (0 … 3, from the low end) of 16-bit word w is code
 * 8n + w of them. A row is filled up with code 0 to a multiple of 32.
 *
 * The planes are separate so that a scan reads the second one only for rows that the first has not ruled out.
 */
export interface VectorLayout {
  rows: number;
  dimensions: number;
  /** Bytes of a row in one plane. */
  rowBytes: number;
  highPlane: number;
  lowPlane: number;
  factors: number;
  byteLength: number;
}

/** The kernel's 32-bit sums would overflow with more. */
const MAX_DIMENSIONS = 4096;
export const VECTOR_MAGIC = 0x31565853;
const HEADER_BYTES = 16;
const CODES_PER_CHUNK = 32;
const CHUNK_BYTES = 16;

export function vectorLayout(rows: number, dimensions: number): VectorLayout {
  if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw new RangeError(`vectors have 1 to ${MAX_DIMENSIONS} dimensions, not ${dimensions}`);
  }
  const rowBytes = Math.ceil(dimensions / CODES_PER_CHUNK) * CHUNK_BYTES;
  const highPlane = HEADER_BYTES;
  const lowPlane = highPlane + rows * rowBytes;
  const factors = lowPlane + rows * rowBytes;
  return { rows, dimensions, rowBytes, highPlane, lowPlane, factors, byteLength: factors + rows * 8 };
}

/** Where the 4 bits of a code are in a row of a plane: the byte, and the shift within it. */
export function placeOfCode(dimension: number): { byte: number; shift: number } {
  const inChunk = dimension % CODES_PER_CHUNK;
  const nibble = nibbleOfCode(dimension);
  const byte = Math.floor(dimension / CODES_PER_CHUNK) * CHUNK_BYTES + (inChunk & 7) * 2 + (nibble >> 1);
  return { byte, shift: (nibble & 1) * 4 };
}

/** The nibble of its 16-bit word that a code occupies, from the low end. */
export function nibbleOfCode(dimension: number): number {
  return (dimension % CODES_PER_CHUNK) >> 3;
}
