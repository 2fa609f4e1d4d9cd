import { scanBlock } from './scan-block.js';
import { bytesToFind, chunksOf, progressOf, type ScanPart, type SharedScan, SharedScanState } from './shared-scan.js';
import type { VectorBlock } from './vector-block.js';
import { VectorMatches } from './vector-matches.js';
import type { VectorQuery } from './vector-query.js';

/** Vectors to scan, with what other threads know them by. */
export interface BlockPart extends ScanPart {
  block: VectorBlock;
}

export interface VectorScan {
  /** What is found in each part, all of it, in ascending order of row. To be called once. */
  finish(): VectorMatches[];
}

/** Below this a scan is over before help arrives. */
const CHUNKS_WORTH_SHARING = 4;

/** Whom a thread may ask for help with a scan over an index. */
export interface Helpers {
  callForHelp(index: string, scan: SharedScan): void;
}

/** Null outside a query thread. */
let helpers: { team: Helpers; index: string } | null = null;

/** Lets scans over an index be shared for the time of a query. */
export function withHelp<Result>(team: Helpers, index: string, query: () => Result): Result {
  helpers = { team, index };
  try {
    return query();
  } finally {
    helpers = null;
  }
}

/**
 * Begins to scan the parts. Other threads of the team may start at once, so that what the caller does before it calls
 * `finish` costs no time; the rest is scanned there. The result is the same whoever scanned what.
 */
export function startScan(parts: readonly BlockPart[], query: VectorQuery, threshold: number): VectorScan {
  const chunks = chunksOf(parts);
  if (helpers === null || chunks.length < CHUNKS_WORTH_SHARING) {
    return {
      finish: () => parts.map(({ block, selection }) => scanBlock(block, query, { threshold, selection })),
    };
  }
  const scan: SharedScan = {
    parts: parts.map(({ uid, space, rows, selection }) => ({ uid, space, rows, selection })),
    query,
    threshold,
    progress: progressOf(chunks),
    found: takeMemory(bytesToFind(chunks)),
  };
  helpers.team.callForHelp(helpers.index, scan);
  return { finish: () => finishScan(new SharedScanState(scan), parts) };
}

function finishScan(state: SharedScanState, parts: readonly BlockPart[]): VectorMatches[] {
  const { query, threshold, found } = state.scan;
  const scan = ({ part, first, count }: (typeof state.chunks)[number]) => {
    const { block, selection } = parts[part];
    return scanBlock(block, query, { threshold, selection, range: { first, count } });
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
  if (!mayStillBeWritten) spareMemory = found;
  return matches;
}

/** Used again by the next scan. Only one that all helpers have left puts it here: a late one must not write into another's. */
let spareMemory: SharedArrayBuffer | null = null;

function takeMemory(bytes: number): SharedArrayBuffer {
  const memory = spareMemory;
  spareMemory = null;
  return memory !== null && memory.byteLength >= bytes ? memory : new SharedArrayBuffer(bytes);
}
