import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unavailable } from '../domain/errors/unavailable.js';
import { readAll, writeAll } from '../files/transfer-all.js';

/** Values at a time, in the order of the file's columns. NaN where a value is not known. */
export interface TimedRow {
  time: number;
  values: Figures;
}

export type Figures = Float32Array | Float64Array;

export interface RingFileOptions {
  path: string;
  /** The times of rows are multiples of it. */
  stepMilliseconds: number;
  /** How many rows there is room for: a new one takes the place of the one that is so many steps older. */
  capacity: number;
  columns: readonly string[];
}

type Layout = Pick<RingFileOptions, 'stepMilliseconds' | 'capacity' | 'columns'>;

const HEADER_BYTES = 16 * 1024;
const TIME_BYTES = 8;
/** Rows that are read at a time: what is done with them must not take long. */
const ROWS_PER_READ = 64;
const RETRY_SECONDS = 60;

/**
 * Rows of figures on disk, in a file that never grows beyond its capacity. Each row has its own place, so writing one costs a
 * few hundred bytes. It begins and ends with its time: a row that a power failure has cut in two has different ones, and is
 * not read. The header names the columns, so that a later version with other columns can take over what is still known.
 * Nothing is synced: what a power failure takes is a minute of a history.
 */
export class RingFile {
  readonly #options: RingFileOptions;
  readonly #rowBytes: number;
  #prepared: Promise<void> | null = null;

  constructor(options: RingFileOptions) {
    this.#options = options;
    this.#rowBytes = rowBytes(options.columns.length);
  }

  async write(rows: readonly TimedRow[]): Promise<void> {
    const file = await this.#open('r+');
    try {
      for (const row of rows) await this.#writeRow(file, row);
    } finally {
      await file.close();
    }
  }

  /** Rows from a time up to and including another, oldest first, in batches. */
  async *read(from: number, to: number): AsyncGenerator<TimedRow[]> {
    let file: FileHandle | null = null;
    try {
      file = await this.#open('r');
      yield* readRows(file, this.#options, { from, to });
    } catch (error) {
      throw new Unavailable('The history in the data folder could not be read.', RETRY_SECONDS, { cause: error });
    } finally {
      await file?.close();
    }
  }

  async #writeRow(file: FileHandle, row: TimedRow): Promise<void> {
    await writeAll(file, encodeRow(row), HEADER_BYTES + slotOf(row.time, this.#options) * this.#rowBytes);
  }

  /** Makes the file again if it was deleted meanwhile, which is allowed. */
  async #open(flags: 'r' | 'r+'): Promise<FileHandle> {
    const prepared = this.#prepareOnce();
    await prepared;
    try {
      return await open(this.#options.path, flags);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (this.#prepared === prepared) this.#prepared = null;
      await this.#prepareOnce();
      return open(this.#options.path, flags);
    }
  }

  /** Whoever comes meanwhile waits for the same preparation; one that fails is tried again. */
  #prepareOnce(): Promise<void> {
    this.#prepared ??= this.#prepare().catch((error) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }

  /** Makes the file, or makes it anew where the one that is there has other columns. */
  async #prepare(): Promise<void> {
    const { path } = this.#options;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const former = await readLayout(path);
    if (former === null || !isSame(former, this.#options)) await this.#replace(former);
  }

  async #replace(former: Layout | null): Promise<void> {
    const { path } = this.#options;
    const made = `${path}.new`;
    await rm(made, { force: true });
    await withFile(made, 'wx', async (file) => {
      await writeAll(file, encodeHeader(this.#options), 0);
      // With another step or capacity, rows would have other places: that is another history.
      if (former === null || !hasSamePlaces(former, this.#options)) return;
      await withFile(path, 'r', (old) => this.#takeOver(old, former, file));
    });
    await rename(made, path);
  }

  async #takeOver(old: FileHandle, former: Layout, file: FileHandle): Promise<void> {
    const places = this.#options.columns.map((column) => former.columns.indexOf(column));
    const span = { from: 0, to: Number.MAX_SAFE_INTEGER };
    for await (const rows of readRows(old, former, span)) {
      for (const { time, values } of rows) {
        const known = Float64Array.from(places, (place) => (place < 0 ? Number.NaN : values[place]));
        await this.#writeRow(file, { time, values: known });
      }
    }
  }
}

/** In order of their places, beginning with that of the oldest; rows outside the span are left out. */
async function* readRows(
  file: FileHandle,
  layout: Layout,
  { from, to }: { from: number; to: number },
): AsyncGenerator<TimedRow[]> {
  const { stepMilliseconds, capacity } = layout;
  const first = Math.max(0, Math.ceil(from / stepMilliseconds));
  const wanted = Math.min(capacity, Math.floor(to / stepMilliseconds) - first + 1);
  const bytes = rowBytes(layout.columns.length);
  for (let done = 0; done < wanted; ) {
    const slot = (first + done) % capacity;
    const rows = Math.min(ROWS_PER_READ, wanted - done, capacity - slot);
    const buffer = Buffer.from(new ArrayBuffer(rows * bytes));
    const complete = Math.floor((await readAll(file, buffer, HEADER_BYTES + slot * bytes)) / bytes);
    const decoded = Array.from({ length: complete }, (_, row) => decodeRow(buffer, row * bytes, layout));
    yield decoded.filter((row) => row !== null).filter(({ time }) => time >= from && time <= to);
    done += rows;
  }
}

function slotOf(time: number, { stepMilliseconds, capacity }: Layout): number {
  return Math.floor(time / stepMilliseconds) % capacity;
}

function rowBytes(columns: number): number {
  return 2 * TIME_BYTES + columns * Float32Array.BYTES_PER_ELEMENT;
}

/** Seven digits of a figure are plenty, so values take four bytes. */
function encodeRow({ time, values }: TimedRow): Buffer {
  const row = Buffer.from(new ArrayBuffer(rowBytes(values.length)));
  row.writeDoubleLE(time, 0);
  new Float32Array(row.buffer, TIME_BYTES, values.length).set(values);
  row.writeDoubleLE(time, row.length - TIME_BYTES);
  return row;
}

/** Null where no row was written, or only a part of one. */
function decodeRow(buffer: Buffer, offset: number, { columns }: Layout): TimedRow | null {
  const time = buffer.readDoubleLE(offset);
  const end = offset + rowBytes(columns.length) - TIME_BYTES;
  if (!(time > 0) || buffer.readDoubleLE(end) !== time) return null;
  return { time, values: new Float32Array(buffer.buffer, buffer.byteOffset + offset + TIME_BYTES, columns.length) };
}

function encodeHeader({ stepMilliseconds, capacity, columns }: Layout): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  if (header.write(JSON.stringify({ stepMilliseconds, capacity, columns })) === HEADER_BYTES) {
    throw new Error('The names of the columns do not fit into the header.');
  }
  return header;
}

/** Null if there is no file, or one that can't be read: a damaged history is begun anew. */
async function readLayout(path: string): Promise<Layout | null> {
  try {
    return await withFile(path, 'r', async (file) => {
      const header = Buffer.alloc(HEADER_BYTES);
      await readAll(file, header, 0);
      const layout: Layout | null = JSON.parse(header.toString('utf8', 0, header.indexOf(0)));
      return Array.isArray(layout?.columns) ? layout : null;
    });
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function hasSamePlaces(one: Layout, other: Layout): boolean {
  return one.stepMilliseconds === other.stepMilliseconds && one.capacity === other.capacity;
}

function isSame(one: Layout, other: Layout): boolean {
  return encodeHeader(one).equals(encodeHeader(other));
}

async function withFile<Result>(
  path: string,
  flags: string,
  use: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, flags, 0o600);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
