import type { Bitset } from '../segment/bitset.js';
import type { VectorMatches } from './scan-block.js';
import type { VectorQuery } from './vector-query.js';

/** Identifies the vectors of one segment in every thread. */
export interface ScanPart {
  uid: number;
  space: string;
  rows: number;
  selection: Bitset | null;
}

/** A scan as it is posted to other threads. The buffers are shared, the rest is copied. */
export interface SharedScan {
  parts: readonly ScanPart[];
  query: VectorQuery;
  threshold: number;
  /** i32: the next chunk to take; then for each chunk 0 while it is open, or its outcome (see `GIVEN_BACK`). */
  progress: SharedArrayBuffer;
  /** For each chunk: u32 per row of it for the rows found, then f32 per row for their cosines. Only helpers write here. */
  found: SharedArrayBuffer;
}

/** A range of rows in a part: about 0.25 ms of work, so that no thread waits long for another. */
export interface ScanChunk {
  number: number;
  part: number;
  first: number;
  count: number;
}

const CHUNK_ROWS = 8192;
/** The outcome of a chunk is the number of rows found plus one, or this where a helper failed. */
const GIVEN_BACK = -1;
/** A helper that takes longer for a chunk has crashed or hangs: the chunk is scanned again. */
const PATIENCE_MILLISECONDS = 1000;

/** The chunks of all parts, numbered the same in every thread. */
export function chunksOf(parts: readonly ScanPart[]): ScanChunk[] {
  const chunks: ScanChunk[] = [];
  parts.forEach(({ rows }, part) => {
    for (let first = 0; first < rows; first += CHUNK_ROWS) {
      chunks.push({ number: chunks.length, part, first, count: Math.min(CHUNK_ROWS, rows - first) });
    }
  });
  return chunks;
}

export function progressOf(chunks: readonly ScanChunk[]): SharedArrayBuffer {
  return new SharedArrayBuffer((chunks.length + 1) * 4);
}

export function bytesToFind(chunks: readonly ScanChunk[]): number {
  return chunks.length * CHUNK_ROWS * 8;
}

/** The progress of a scan, in any thread that takes part. Each chunk is taken by one thread. */
export class SharedScanState {
  readonly chunks: readonly ScanChunk[];
  readonly #progress: Int32Array;

  constructor(readonly scan: SharedScan) {
    this.chunks = chunksOf(scan.parts);
    this.#progress = new Int32Array(scan.progress);
  }

  get isAllTaken(): boolean {
    return Atomics.load(this.#progress, 0) >= this.chunks.length;
  }

  /** Takes a chunk, which the caller must then scan; null if none is left. */
  take(): ScanChunk | null {
    if (this.isAllTaken) return null;
    return this.chunks[Atomics.add(this.#progress, 0, 1)] ?? null;
  }

  deliver(chunk: ScanChunk, { rows, cosines, length }: VectorMatches): void {
    const place = this.#placeOf(chunk, length);
    place.rows.set(rows.subarray(0, length));
    place.cosines.set(cosines.subarray(0, length));
    this.#settle(chunk, length + 1);
  }

  giveBack(chunk: ScanChunk): void {
    this.#settle(chunk, GIVEN_BACK);
  }

  /** What a helper found in a chunk; null if it failed. Blocks the thread until the helper is done. */
  awaitDelivery(chunk: ScanChunk): { rows: Uint32Array; cosines: Float32Array } | null {
    Atomics.wait(this.#progress, chunk.number + 1, 0, PATIENCE_MILLISECONDS);
    const outcome = Atomics.load(this.#progress, chunk.number + 1);
    return outcome <= 0 ? null : this.#placeOf(chunk, outcome - 1);
  }

  #settle({ number }: ScanChunk, outcome: number): void {
    Atomics.store(this.#progress, number + 1, outcome);
    Atomics.notify(this.#progress, number + 1);
  }

  #placeOf({ number, count }: ScanChunk, length: number): { rows: Uint32Array; cosines: Float32Array } {
    const start = number * CHUNK_ROWS * 8;
    return {
      rows: new Uint32Array(this.scan.found, start, length),
      cosines: new Float32Array(this.scan.found, start + count * 4, length),
    };
  }
}
