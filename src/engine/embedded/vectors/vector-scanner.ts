import { type BlockScanner, type ScanScope, VectorMatches } from './scan-block.js';
import { bytesToFind, chunksOf, progressOf, type ScanPart, type SharedScan, SharedScanState } from './shared-scan.js';
import type { VectorBlock } from './vector-block.js';
import type { VectorQuery } from './vector-query.js';

/** Vectors to scan, and how other threads identify them. */
export interface BlockPart extends ScanPart {
  block: VectorBlock;
}

export interface VectorScan {
  /** All matches in each part, in ascending order of row. May be called only once. */
  finish(): VectorMatches[];
}

/** Scans of fewer chunks end before help arrives. */
const CHUNKS_WORTH_SHARING = 4;

/** Asks other threads to help with a scan. Help is optional: the asking thread scans what nobody takes. */
export type CallForHelp = (scan: SharedScan) => void;

/** Scans the vectors of one index for one thread, with the help of other threads where there are any. */
export class VectorScanner {
  readonly #blocks: BlockScanner;
  readonly #callForHelp: CallForHelp | null;
  /**
   * Memory for the results of helpers, reused by the next scan. A scan puts it back only if all its helpers are done: a late
   * helper must not write into the results of another scan.
   */
  #spareMemory: SharedArrayBuffer | null = null;

  constructor(blocks: BlockScanner, callForHelp: CallForHelp | null = null) {
    this.#blocks = blocks;
    this.#callForHelp = callForHelp;
  }

  /** Scans one block in this thread alone. */
  scan(block: VectorBlock, query: VectorQuery, scope: ScanScope): VectorMatches {
    return this.#blocks.scan(block, query, scope);
  }

  /**
   * Starts a scan. Helpers can begin at once, while the caller does something else; `finish` scans what is left. The result
   * does not depend on who scanned what.
   */
  start(parts: readonly BlockPart[], query: VectorQuery, threshold: number): VectorScan {
    const chunks = chunksOf(parts);
    if (this.#callForHelp === null || chunks.length < CHUNKS_WORTH_SHARING) {
      return { finish: () => parts.map(({ block, selection }) => this.scan(block, query, { threshold, selection })) };
    }
    const scan: SharedScan = {
      parts: parts.map(({ uid, space, rows, selection }) => ({ uid, space, rows, selection })),
      query,
      threshold,
      progress: progressOf(chunks),
      found: this.#takeMemory(bytesToFind(chunks)),
    };
    this.#callForHelp(scan);
    return { finish: () => this.#finish(new SharedScanState(scan), parts) };
  }

  #finish(state: SharedScanState, parts: readonly BlockPart[]): VectorMatches[] {
    const { query, threshold, found } = state.scan;
    const scan = ({ part, first, count }: (typeof state.chunks)[number]) => {
      const { block, selection } = parts[part];
      return this.scan(block, query, { threshold, selection, range: { first, count } });
    };
    const own = new Map<number, VectorMatches>();
    for (let chunk = state.take(); chunk !== null; chunk = state.take()) own.set(chunk.number, scan(chunk));
    const matches = parts.map(() => new VectorMatches());
    let mayStillBeWritten = false;
    for (const chunk of state.chunks) {
      const mine = own.get(chunk.number);
      const delivered = mine === undefined ? state.awaitDelivery(chunk) : null;
      if (delivered !== null) matches[chunk.part].take(delivered, delivered.rows.length, 0);
      else {
        const again = mine ?? scan(chunk);
        mayStillBeWritten ||= mine === undefined;
        matches[chunk.part].take(again, again.length, 0);
      }
    }
    if (!mayStillBeWritten) this.#spareMemory = found;
    return matches;
  }

  #takeMemory(bytes: number): SharedArrayBuffer {
    const memory = this.#spareMemory;
    this.#spareMemory = null;
    return memory !== null && memory.byteLength >= bytes ? memory : new SharedArrayBuffer(bytes);
  }
}
