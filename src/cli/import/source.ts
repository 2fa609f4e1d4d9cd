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
  /** How much of it lies before a position, from 0 to 1; null if the size is unknown. */
  share(position: Position): number | null;
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
  const packed = file.endsWith('.gz');
  let bytesRead = 0;
  return {
    name: file,
    identity: { size: found.size, modified: found.mtimeMs },
    // Positions count decompressed bytes, so that of a packed file tells nothing about its size.
    share: ({ offset }) => (found.size === 0 ? 1 : (packed ? bytesRead : offset) / found.size),
    async *read(start) {
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

/**
 * Cuts a stream into chunks of whole lines; `start` is where its first byte lies. Where a chunk ends depends on its start only, not on the
 * pieces: an import that is resumed must repeat an unanswered request as it was, or its idempotency key is refused.
 */
export async function* readChunks(pieces: AsyncIterable<Buffer>, start: Position): AsyncGenerator<Chunk> {
  let waiting: Buffer[] = [];
  let size = 0;
  let position = start;
  const chunkOf = (body: Buffer) => {
    const chunk = chunkAt(position, body);
    position = chunk.end;
    return chunk;
  };
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES || (piece.indexOf(NEWLINE) < 0 && size < MAX_LINE_BYTES)) continue;
    const { bodies, rest } = cut(Buffer.concat(waiting));
    if (bodies.length === 0) throw new CommandError(`Line ${position.line + 1} is too long: the file is not NDJSON.`);
    for (const body of bodies) yield chunkOf(body);
    waiting = [rest];
    size = rest.length;
  }
  const { bodies, rest } = cut(Buffer.concat(waiting));
  for (const body of [...bodies, rest]) if (body.length > 0) yield chunkOf(body);
}

/** Bodies of as many whole lines as fit, or of one longer line, and what is left for the next. */
function cut(bytes: Buffer): { bodies: Buffer[]; rest: Buffer } {
  const bodies: Buffer[] = [];
  let rest = bytes;
  while (rest.length >= CHUNK_BYTES) {
    const last = rest.lastIndexOf(NEWLINE, CHUNK_BYTES - 1);
    const end = (last < 0 ? rest.indexOf(NEWLINE, CHUNK_BYTES) : last) + 1;
    if (end === 0) break;
    bodies.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return { bodies, rest };
}

/** The lines of a chunk as text; the first is line `start.line + 1` of the file. */
export function linesOf(chunk: Chunk): string[] {
  return chunk.body.toString('utf8').split('\n');
}

/** How far about into a chunk the service has come; lines may be of very different lengths. */
export function positionIn({ start, end, body }: Chunk, lines: number): Position {
  const share = Math.min(1, lines / (end.line - start.line));
  return {
    line: Math.min(end.line, start.line + lines),
    offset: start.offset + Math.round(share * body.length),
  };
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
