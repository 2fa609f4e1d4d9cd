import { BroadcastChannel } from 'node:worker_threads';
import { scanBlock } from './scan-block.js';
import type { Helpers } from './scan-parts.js';
import { type ScanChunk, type ScanPart, type SharedScan, SharedScanState } from './shared-scan.js';
import type { VectorBlock } from './vector-block.js';

/** A call for help with a scan: what the other threads need to take part in it. */
interface ScanCall {
  index: string;
  scan: SharedScan;
}

/** Finds the vectors of a part as this thread sees the index; null where it does not know the segment (yet, or any more). */
type FindBlock = (index: string, part: ScanPart) => VectorBlock | null;

/**
 * The threads that help one another with scans, in one channel. Help is never waited for: a thread that is busy comes
 * to the call when everything is done, and goes on.
 */
export class ScanTeam implements Helpers {
  private readonly channel: BroadcastChannel;

  constructor(name: string, findBlock: FindBlock) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = (event) => help((event as { data: ScanCall }).data, findBlock);
  }

  callForHelp(index: string, scan: SharedScan): void {
    this.channel.postMessage({ index, scan } satisfies ScanCall);
  }
}

function help({ index, scan }: ScanCall, findBlock: FindBlock): void {
  const state = new SharedScanState(scan);
  if (state.isAllTaken) return;
  const blocks = scan.parts.map((part) => findBlock(index, part));
  // What is taken must be done, so a thread that lacks a segment takes nothing.
  if (blocks.includes(null)) return;
  for (let chunk = state.take(); chunk !== null; chunk = state.take()) helpWith(chunk, state, blocks as VectorBlock[]);
}

function helpWith(chunk: ScanChunk, state: SharedScanState, blocks: readonly VectorBlock[]): void {
  const { query, threshold, parts } = state.scan;
  try {
    const { selection } = parts[chunk.part];
    state.deliver(chunk, scanBlock(blocks[chunk.part], query, { threshold, selection, range: chunk }));
  } catch (error) {
    state.giveBack(chunk);
    throw error;
  }
}
