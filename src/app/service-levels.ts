import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { MODES } from '../domain/document/document.js';
import type { Level } from '../operations/statistics/figures.js';
import type { LevelSource } from '../operations/statistics/statistics.js';
import { storedBytes } from '../storage/data-folder.js';
import type { Collections } from './collections.js';

const RESOLUTION_MILLISECONDS = 20;
const NANOSECONDS = 1e6;

/** How large and how busy the service is at the moment. */
export class ServiceLevels implements LevelSource {
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });

  constructor(
    readonly folder: string,
    readonly collections: Collections,
  ) {
    this.#delays.enable();
  }

  async read(): Promise<Partial<Record<Level, number>>> {
    const { rss, heapUsed } = process.memoryUsage();
    return {
      ...(await this.#indexLevels()),
      disk_bytes: await storedBytes(this.folder),
      memory_bytes: rss,
      heap_bytes: heapUsed,
      event_loop_delay_ms: this.#longestDelay(),
    };
  }

  forgetPeaks(): void {
    this.#delays.reset();
  }

  async #indexLevels(): Promise<Partial<Record<Level, number>>> {
    const levels: Partial<Record<Level, number>> = {};
    for (const mode of MODES) {
      const { documents, bytes, figures } = await this.collections.of(mode).engine.status();
      levels[`documents.${mode}`] = documents;
      levels[`passages.${mode}`] = figures.passages;
      levels[`index_bytes.${mode}`] = bytes;
    }
    return levels;
  }

  /** The histogram has the time from one check to the next, which is the interval when nothing delays it. */
  #longestDelay(): number {
    return Math.max(0, this.#delays.max / NANOSECONDS - RESOLUTION_MILLISECONDS);
  }
}
