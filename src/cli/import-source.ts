import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError, type Terminal } from './command.js';
import { type Position, skipBytes } from './import-chunks.js';

/** A file (or standard input) that documents are read from. */
export interface ImportSource {
  /** What its progress and its failures are named after. */
  name: string;
  /** Tells this content of the file from an earlier one; null where it cannot be read twice. */
  identity: { size: number; modified: number } | null;
  /** How much of it has been read, from 0 to 1; null where its size is not known. */
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
  if (found === null) throw new CommandError(`There is no file ${file}.`);
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
    // The callback has nothing to do: an error of either stream ends the iteration below.
    yield* pipeline(Readable.from(pieces), createGunzip(), () => {});
  } catch (error) {
    throw new CommandError(`${file} could not be unpacked: ${error instanceof Error ? error.message : error}.`);
  }
}
