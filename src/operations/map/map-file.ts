import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAllSync } from '../../files/transfer-all.js';
import type { TellingWord } from '../../text/telling-words.js';
import { type MapPoint, MapPoints } from './map-points.js';
import { Vocabulary } from './vocabulary.js';

/** A file of another version is not read: the map is made again. */
const VERSION = 'sextant-map-2';
const CHECKSUM_BYTES = 32;
const LENGTH_BYTES = 4;

/** The texts and sizes of a map. What is long and of numbers only follows it in columns. */
interface Head {
  version: string;
  space: string;
  share: number;
  dimensions: number;
  vocabulary: TellingWord[];
  tenants: string[];
  ids: string[];
  /** How many words there are in all titles, and in all contents. */
  titleWords: number;
  contentWords: number;
}

/** Writes a map so that a crash leaves the old file or the new one, never a part of it. */
export function writeMap(path: string, map: MapPoints): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const contents = encode(map);
  const checksum = createHash('sha256').update(contents).digest();
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeAllSync(file, checksum);
    writeAllSync(file, contents);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

/** Null if there is none, or it is damaged, or of another version. */
export function readMap(path: string): MapPoints | null {
  try {
    const bytes = readFileSync(path);
    const contents = bytes.subarray(CHECKSUM_BYTES);
    const checksum = createHash('sha256').update(contents).digest();
    return checksum.equals(bytes.subarray(0, CHECKSUM_BYTES)) ? decode(contents) : null;
  } catch {
    return null;
  }
}

function encode(map: MapPoints): Buffer {
  const points = [...map.points.values()];
  const tenants = [...new Set(points.map(({ tenantId }) => tenantId))];
  const tenantNumbers = new Map(tenants.map((tenant, number) => [tenant, number]));
  const dimensions = points.find(({ direction }) => direction !== null)?.direction?.length ?? 0;
  const columns = {
    updatedAt: Float64Array.from(points, ({ updatedAt }) => updatedAt),
    tenants: Uint32Array.from(points, ({ tenantId }) => tenantNumbers.get(tenantId) ?? 0),
    places: Float32Array.from(points.flatMap(({ x, y }) => [x, y])),
    titleCounts: Uint32Array.from(points, ({ titleWords }) => titleWords.length),
    contentCounts: Uint32Array.from(points, ({ contentWords }) => contentWords.length),
    titleWords: joined(points.map(({ titleWords }) => titleWords)),
    contentWords: joined(points.map(({ contentWords }) => contentWords)),
    flags: Uint8Array.from(points, ({ isLaidOut, direction }) => Number(isLaidOut) + 2 * Number(direction !== null)),
  };
  const directions = new Int8Array(points.length * dimensions);
  points.forEach(({ direction }, i) => {
    if (direction?.length === dimensions) directions.set(direction, i * dimensions);
  });
  const head: Head = {
    version: VERSION,
    space: map.space,
    share: map.share,
    dimensions,
    vocabulary: map.vocabulary.entries(),
    tenants,
    ids: points.map(({ id }) => id),
    titleWords: columns.titleWords.length,
    contentWords: columns.contentWords.length,
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...[...Object.values(columns), directions].map(bytesOf)]);
}

function decode(contents: Buffer): MapPoints | null {
  const textEnd = LENGTH_BYTES + contents.readUInt32LE(0);
  const head: Head = JSON.parse(contents.toString('utf8', LENGTH_BYTES, textEnd));
  if (head.version !== VERSION) return null;
  const { ids, dimensions } = head;
  const columns = new ColumnReader(contents, textEnd);
  const updatedAt = columns.next(Float64Array, ids.length);
  const tenants = columns.next(Uint32Array, ids.length);
  const places = columns.next(Float32Array, 2 * ids.length);
  const titleCounts = columns.next(Uint32Array, ids.length);
  const contentCounts = columns.next(Uint32Array, ids.length);
  const titleWords = inParts(columns.next(Uint32Array, head.titleWords), titleCounts);
  const contentWords = inParts(columns.next(Uint32Array, head.contentWords), contentCounts);
  const flags = columns.next(Uint8Array, ids.length);
  const directions = columns.next(Int8Array, ids.length * dimensions);
  const map = new MapPoints(head.space, head.share, Vocabulary.read(head.vocabulary));
  ids.forEach((id, i) => {
    const point: MapPoint = {
      id,
      tenantId: head.tenants[tenants[i]],
      updatedAt: updatedAt[i],
      x: places[2 * i],
      y: places[2 * i + 1],
      direction: flags[i] & 2 ? directions.subarray(i * dimensions, (i + 1) * dimensions) : null,
      titleWords: titleWords[i],
      contentWords: contentWords[i],
      isLaidOut: (flags[i] & 1) === 1,
    };
    map.points.set(id, point);
  });
  return map;
}

type Column = Float64Array | Float32Array | Uint32Array | Uint8Array | Int8Array;

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Reads columns one after the other. Each is copied, because numbers of several bytes must lie at multiples of their size. */
class ColumnReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  next<Type extends Column>(
    type: { new (buffer: ArrayBuffer): Type; BYTES_PER_ELEMENT: number },
    length: number,
  ): Type {
    const end = this.#at + length * type.BYTES_PER_ELEMENT;
    const bytes = Uint8Array.from(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return new type(bytes.buffer);
  }
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function inParts(all: Uint32Array, counts: Uint32Array): Uint32Array[] {
  let at = 0;
  return Array.from(counts, (count) => {
    at += count;
    return all.subarray(at - count, at);
  });
}
