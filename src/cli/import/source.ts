import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError, type Terminal } from '../command.js';

/** A file (or standard input) that documents are read from. */
export interface ImportSource {
  /** What its progress and its failures are named after. */
  name: string;
  /** Detects that the file has changed since an earlier run; null if the source cannot be read twice. */
  identity: { size: number; modified: number } | null;
  /** How much of it has been read, from 0 to 1; null if the size is unknown. */
  share(): number | null;
  read(start: Position): AsyncIterable<Buffer>;
}

export async function openSource(file: string, { input }: Terminal): Promise<ImportSource> {
  return file === '-' ? standardInput(input) : fileSource(file);
}

function standardInput(input: NodeJS.ReadableStream): ImportSource {
  return { name: 'stdin', identity: null, share: () => null, read: () => bytesOf(input) };
}

async function* bytesOf(input: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  for await (const piece of input) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

async function fileSource(file: string): Promise<ImportSource> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new CommandError(`File not found: ${file}`);
  if (!found.isFile()) throw new CommandError(`${file} is not a file.`);
  let bytesRead = 0;
  return {
    name: file,
    identity: { size: found.size, modified: found.mtimeMs },
    share: () => (found.size === 0 ? 1 : bytesRead / found.size),
    async *read(start) {
      const packed = file.endsWith('.gz');
      const begin = packed ? 0 : start.offset;
      bytesRead = begin;
      const counted = countBytes(createReadStream(file, { start: begin }), (count) => {
        bytesRead += count;
      });
      yield* packed ? skipBytes(unpack(counted, file), start.offset) : counted;
    },
  };
}

async function* countBytes(pieces: AsyncIterable<Buffer>, add: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    add(piece.length);
    yield piece;
  }
}

async function* unpack(pieces: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  try {
    // The callback is empty because an error of either stream ends this iteration.
    yield* pipeline(Readable.from(pieces), createGunzip(), () => {});
  } catch (error) {
    throw new CommandError(`${file} could not be decompressed: ${error instanceof Error ? error.message : error}.`);
  }
}

/** A position in the (decompressed) file. */
export interface Position {
  /** Lines before it. */
  line: number;
  /** Bytes before it. */
  offset: number;
}

/** Whole lines that are sent in one request. */
export interface Chunk {
  start: Position;
  end: Position;
  body: Buffer;
}

const NEWLINE = 10;
/** Large enough to keep the service busy, small enough to repeat little when a request fails. */
const CHUNK_BYTES = 2 * 2 ** 20;
/** Far beyond the longest line that the service accepts: a file with such a line is not NDJSON. */
const MAX_LINE_BYTES = 16 * 2 ** 20;

/** Cuts a stream into chunks of whole lines; `start` is where its first byte lies. */
export async function* readChunks(pieces: AsyncIterable<Buffer>, start: Position): AsyncGenerator<Chunk> {
  let waiting: Buffer[] = [];
  let size = 0;
  let position = start;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES || (piece.indexOf(NEWLINE) < 0 && size < MAX_LINE_BYTES)) continue;
    const bytes = Buffer.concat(waiting);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0) throw new CommandError(`Line ${position.line + 1} is too long: the file is not NDJSON.`);
    const chunk = chunkAt(position, bytes.subarray(0, end));
    yield chunk;
    position = chunk.end;
    waiting = [bytes.subarray(end)];
    size = bytes.length - end;
  }
  if (size > 0) yield chunkAt(position, Buffer.concat(waiting));
}

/** The lines of a chunk as text; the first is line `start.line + 1` of the file. */
export function linesOf(chunk: Chunk): string[] {
  return chunk.body.toString('utf8').split('\n');
}

/** Skips what an earlier run has imported: a gzip file can only be read from the start. */
export async function* skipBytes(pieces: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}

function chunkAt(start: Position, body: Buffer): Chunk {
  const end = { line: start.line + countLines(body), offset: start.offset + body.length };
  return { start, end, body };
}

function countLines(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(NEWLINE); at >= 0; at = body.indexOf(NEWLINE, at + 1)) lines++;
  return body[body.length - 1] === NEWLINE ? lines : lines + 1;
}
