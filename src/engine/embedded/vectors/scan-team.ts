import { BroadcastChannel } from 'node:worker_threads';
import type { BlockScanner } from './scan-block.js';
import { type ScanChunk, type ScanPart, type SharedScan, SharedScanState } from './shared-scan.js';
import type { VectorBlock } from './vector-block.js';

/** A call for help with a scan: what the other threads need to take part in it. */
interface ScanCall {
  index: string;
  scan: SharedScan;
}

interface ScanTeamOptions {
  /** The name of the team's channel. */
  name: string;
  scanner: BlockScanner;
  /** The vectors of a part in this thread's view of the index; null if it does not have the segment (yet, or any more). */
  findBlock: (index: string, part: ScanPart) => VectorBlock | null;
}

/**
 * Query threads help one another with scans through one channel. No thread waits for help: a busy one reads the call when
 * the scan is over, and ignores it.
 */
export class ScanTeam {
  readonly #options: ScanTeamOptions;
  readonly #channel: BroadcastChannel;

  constructor(options: ScanTeamOptions) {
    this.#options = options;
    this.#channel = new BroadcastChannel(options.name);
    this.#channel.onmessage = (event) => this.#help((event as { data: ScanCall }).data);
  }

  callForHelp(index: string, scan: SharedScan): void {
    this.#channel.postMessage({ index, scan } satisfies ScanCall);
  }

  #help({ index, scan }: ScanCall): void {
    const state = new SharedScanState(scan);
    if (state.isAllTaken) return;
    const blocks = scan.parts.map((part) => this.#options.findBlock(index, part));
    // A taken chunk must be scanned, so a thread that lacks a segment takes none.
    if (blocks.includes(null)) return;
    for (let chunk = state.take(); chunk !== null; chunk = state.take()) {
      this.#helpWith(chunk, state, blocks[chunk.part] as VectorBlock);
    }
  }

  #helpWith(chunk: ScanChunk, state: SharedScanState, block: VectorBlock): void {
    const { query, threshold, parts } = state.scan;
    try {
      const { selection } = parts[chunk.part];
      state.deliver(chunk, this.#options.scanner.scan(block, query, { threshold, selection, range: chunk }));
    } catch (error) {
      state.giveBack(chunk);
      throw error;
    }
  }
}
