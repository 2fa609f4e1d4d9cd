import type { Document, DocumentHead } from '../../domain/document/document.js';
import type { DocumentVectors, Passage } from '../../domain/document/vectors.js';

/** A stored head, with the sequence of the change that wrote it. */
export type HeadRecord = [sequence: number, head: DocumentHead];

export function encodeHead(sequence: number, document: Document): string {
  const record: HeadRecord = [sequence, headOf(document)];
  return JSON.stringify(record);
}

export function decodeHead(text: string): HeadRecord {
  return JSON.parse(text);
}

export function headOf({ content: _, ...head }: Document): DocumentHead {
  return head;
}

const PLAIN = 't';
const ESCAPED = 'j';

/** A surrogate without its other half. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * `t` and the text. A text with lone surrogates, which UTF-8 can't encode, is stored as `j` and JSON, which escapes them:
 * decoding always returns the same text.
 */
export function encodeContent(content: string): string {
  return LONE_SURROGATE.test(content) ? ESCAPED + JSON.stringify(content) : PLAIN + content;
}

/** `stored` is the entry of the table `contents`, which documents without content don't have. */
export function decodeContent(stored: string | null | undefined): string | null {
  if (stored == null) return null;
  return stored[0] === ESCAPED ? JSON.parse(stored.slice(1)) : stored.slice(1);
}

const COUNT_BYTES = 4;
const RANGE_BYTES = 8;

/** A passages record: u32 count, then u32 start and u32 end of each passage, all little-endian. */
export function encodePassages(passages: readonly Passage[]): Buffer {
  const record = Buffer.alloc(COUNT_BYTES + passages.length * RANGE_BYTES);
  record.writeUInt32LE(passages.length, 0);
  for (const [index, { start, end }] of passages.entries()) {
    record.writeUInt32LE(start, COUNT_BYTES + index * RANGE_BYTES);
    record.writeUInt32LE(end, COUNT_BYTES + index * RANGE_BYTES + 4);
  }
  return record;
}

export function decodePassages(stored: Buffer): Passage[] {
  return readRanges(stored, COUNT_BYTES, stored.readUInt32LE(0));
}

function readRanges(stored: Buffer, at: number, count: number): Passage[] {
  return Array.from({ length: count }, (_, index) => ({
    start: stored.readUInt32LE(at + index * RANGE_BYTES),
    end: stored.readUInt32LE(at + index * RANGE_BYTES + 4),
  }));
}

/**
 * A vectors record: u16 0xffff, then one part per vector space. Numbers are little-endian:
 *
 *   u16 length of the space's name in bytes, u16 dimensions, u32 passages,
 *   the name in UTF-8,
 *   for each passage: its codes, one byte per dimension.
 *
 * Format 1 has no 0xffff at the start, and has u32 start and u32 end of each passage between name and codes; since format 2,
 * these are in a table of their own.
 */
const FORMAT_2 = Buffer.of(0xff, 0xff);
const FIXED_BYTES = 8;

interface SpaceLayout {
  at: number;
  nameAt: number;
  /** The end of the name; in format 1, the start of the ranges. */
  rangesAt: number;
  codesAt: number;
  /** The start of the next part. */
  end: number;
  dimensions: number;
  count: number;
}

export function encodeVectors(vectors: readonly DocumentVectors[]): Buffer {
  return Buffer.concat([FORMAT_2, ...vectors.map(encodeSpace)]);
}

function encodeSpace({ space, codes }: DocumentVectors): Buffer {
  const name = Buffer.from(space);
  const dimensions = codes.length === 0 ? 0 : codes[0].length;
  const codesAt = FIXED_BYTES + name.length;
  const record = Buffer.alloc(codesAt + codes.length * dimensions);
  record.writeUInt16LE(name.length, 0);
  record.writeUInt16LE(dimensions, 2);
  record.writeUInt32LE(codes.length, 4);
  record.set(name, FIXED_BYTES);
  for (const [index, vector] of codes.entries()) {
    record.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length), codesAt + index * dimensions);
  }
  return record;
}

export function decodeVectors(stored: Buffer | null | undefined): DocumentVectors[] {
  return stored == null ? [] : usableLayouts(stored).map((layout) => decodeSpace(stored, layout));
}

/** Cheaper than decoding the record. */
export function hasSpace(stored: Buffer | undefined, space: string): boolean {
  return stored !== undefined && usableLayouts(stored).some((layout) => nameOf(stored, layout) === space);
}

/** The record without one space, in the same format; null if no other is left. */
export function withoutSpace(stored: Buffer, space: string): Buffer | null {
  const kept = layoutsOf(stored).filter((layout) => nameOf(stored, layout) !== space);
  if (kept.length === 0) return null;
  const spaces = kept.map(({ at, end }) => stored.subarray(at, end));
  return Buffer.concat(isFormat2(stored) ? [FORMAT_2, ...spaces] : spaces);
}

/** The passages in a record of format 1: those of its first space. */
export function passagesOfFormat1(stored: Buffer): Passage[] {
  const [layout] = layoutsOf(stored);
  return readRanges(stored, layout.rangesAt, layout.count);
}

/** The codes are views of one copy, so that no buffer of the store is retained. */
function decodeSpace(stored: Buffer, layout: SpaceLayout): DocumentVectors {
  const { codesAt, end, dimensions, count } = layout;
  const all = new Int8Array(stored.subarray(codesAt, end));
  const codes = Array.from({ length: count }, (_, index) => all.subarray(index * dimensions, (index + 1) * dimensions));
  return { space: nameOf(stored, layout), codes };
}

/**
 * In format 1 each space has its own ranges. They are equal unless the splitting into passages changed while documents were
 * re-embedded; a space that differs from the first is then treated as missing, and made again.
 */
function usableLayouts(stored: Buffer): SpaceLayout[] {
  const layouts = layoutsOf(stored);
  if (layouts.length <= 1 || isFormat2(stored)) return layouts;
  const rangesOf = ({ rangesAt, codesAt }: SpaceLayout) => stored.subarray(rangesAt, codesAt);
  return layouts.filter((layout) => rangesOf(layout).equals(rangesOf(layouts[0])));
}

function layoutsOf(stored: Buffer): SpaceLayout[] {
  const layouts: SpaceLayout[] = [];
  const rangeBytes = isFormat2(stored) ? 0 : RANGE_BYTES;
  for (let at = isFormat2(stored) ? FORMAT_2.length : 0; at < stored.length; ) {
    const dimensions = stored.readUInt16LE(at + 2);
    const count = stored.readUInt32LE(at + 4);
    const nameAt = at + FIXED_BYTES;
    const rangesAt = nameAt + stored.readUInt16LE(at);
    const codesAt = rangesAt + count * rangeBytes;
    const end = codesAt + count * dimensions;
    layouts.push({ at, nameAt, rangesAt, codesAt, end, dimensions, count });
    at = end;
  }
  return layouts;
}

function isFormat2(stored: Buffer): boolean {
  return stored[0] === FORMAT_2[0] && stored[1] === FORMAT_2[1];
}

function nameOf(stored: Buffer, { nameAt, rangesAt }: SpaceLayout): string {
  return stored.toString('utf8', nameAt, rangesAt);
}
