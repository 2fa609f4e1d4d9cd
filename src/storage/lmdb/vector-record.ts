import type { DocumentVectors, Passage } from '../../domain/document/vectors.js';

/**
 * The passages of a document and their vectors, as stored: a record for each vector space, one after the other. Numbers
 * are little-endian:
 *
 *   u16 length of the space's name in bytes, u16 dimensions, u32 passages,
 *   the name in UTF-8,
 *   for each passage: u32 start, u32 end,
 *   for each passage: its codes, one byte a dimension.
 */
const FIXED_BYTES = 8;
const OFFSET_BYTES = 8;

interface RecordLayout {
  nameAt: number;
  offsetsAt: number;
  codesAt: number;
  /** Where the next record begins. */
  end: number;
  dimensions: number;
  count: number;
}

export function encodeVectors(spaces: readonly DocumentVectors[]): Buffer {
  return Buffer.concat(spaces.map(encodeSpace));
}

function encodeSpace({ space, passages }: DocumentVectors): Buffer {
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

export function decodeVectors(stored: Buffer | null | undefined): DocumentVectors[] {
  return stored == null ? [] : [...layoutsOf(stored)].map((layout) => decodeSpace(stored, layout));
}

/** Cheaper than decoding what is stored. */
export function hasSpace(stored: Buffer | null | undefined, space: string): boolean {
  if (stored == null) return false;
  for (const layout of layoutsOf(stored)) if (nameOf(stored, layout) === space) return true;
  return false;
}

/** The codes are views of one copy, so that neither the store's memory nor its buffers are held on to. */
function decodeSpace(stored: Buffer, layout: RecordLayout): DocumentVectors {
  const { offsetsAt, codesAt, end: recordEnd, dimensions, count } = layout;
  const codes = new Int8Array(stored.subarray(codesAt, recordEnd));
  const passages = Array.from({ length: count }, (_, index): Passage => {
    const at = offsetsAt + index * OFFSET_BYTES;
    const start = stored.readUInt32LE(at);
    const end = stored.readUInt32LE(at + 4);
    return { start, end, codes: codes.subarray(index * dimensions, (index + 1) * dimensions) };
  });
  return { space: nameOf(stored, layout), passages };
}

function* layoutsOf(stored: Buffer): Generator<RecordLayout> {
  for (let at = 0; at < stored.length; ) {
    const dimensions = stored.readUInt16LE(at + 2);
    const count = stored.readUInt32LE(at + 4);
    const nameAt = at + FIXED_BYTES;
    const offsetsAt = nameAt + stored.readUInt16LE(at);
    const codesAt = offsetsAt + count * OFFSET_BYTES;
    const end = codesAt + count * dimensions;
    yield { nameAt, offsetsAt, codesAt, end, dimensions, count };
    at = end;
  }
}

function nameOf(stored: Buffer, { nameAt, offsetsAt }: RecordLayout): string {
  return stored.toString('utf8', nameAt, offsetsAt);
}
