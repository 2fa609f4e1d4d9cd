import type { DocumentVectors, Passage } from '../../domain/passage.js';

/**
 * The passages of a document and their vectors, as stored. Numbers are little-endian:
 *
 *   u16 length of the space's name in bytes, u16 dimensions, u32 passages,
 *   the name in UTF-8,
 *   for each passage: u32 start, u32 end,
 *   for each passage: its codes, one byte a dimension.
 */
const FIXED_BYTES = 8;
const OFFSET_BYTES = 8;

export function encodeVectors({ space, passages }: DocumentVectors): Buffer {
  const name = Buffer.from(space);
  const dimensions = passages.length === 0 ? 0 : passages[0].codes.length;
  const codesAt = FIXED_BYTES + name.length + passages.length * OFFSET_BYTES;
  const record = Buffer.alloc(codesAt + passages.length * dimensions);
  record.writeUInt16LE(name.length, 0);
  record.writeUInt16LE(dimensions, 2);
  record.writeUInt32LE(passages.length, 4);
  record.set(name, FIXED_BYTES);
  for (const [index, { start, end, codes }] of passages.entries()) {
    const offsetsAt = FIXED_BYTES + name.length + index * OFFSET_BYTES;
    record.writeUInt32LE(start, offsetsAt);
    record.writeUInt32LE(end, offsetsAt + 4);
    record.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.length), codesAt + index * dimensions);
  }
  return record;
}

/** The codes are views of one copy, so that neither the store's memory nor its buffers are held on to. */
export function decodeVectors(record: Buffer | null | undefined): DocumentVectors | null {
  if (record == null) return null;
  const nameBytes = record.readUInt16LE(0);
  const dimensions = record.readUInt16LE(2);
  const count = record.readUInt32LE(4);
  const offsetsAt = FIXED_BYTES + nameBytes;
  const codes = new Int8Array(record.subarray(offsetsAt + count * OFFSET_BYTES));
  const passages = Array.from({ length: count }, (_, index): Passage => {
    const at = offsetsAt + index * OFFSET_BYTES;
    const start = record.readUInt32LE(at);
    const end = record.readUInt32LE(at + 4);
    return { start, end, codes: codes.subarray(index * dimensions, (index + 1) * dimensions) };
  });
  return { space: record.toString('utf8', FIXED_BYTES, offsetsAt), passages };
}
