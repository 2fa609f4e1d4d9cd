import { join } from 'node:path';
import { RingFile, type TimedRow } from '../../storage/ring-file.js';
import { Semaphore } from '../../threads/locks.js';
import { columnOf, FIGURES, type Level } from './figures.js';
import { type CountedRequest, RequestCounts } from './request-counts.js';
import { Resolution } from './resolution.js';

export interface LevelSource {
  /** How things are at the moment, and peaks since the last `forgetPeaks`. What can't be told is left out. */
  read(): Promise<Partial<Record<Level, number>>>;
  forgetPeaks(): void;
}

export interface StatisticsOptions {
  /** Where the history is kept. */
  folder: string;
  levels: LevelSource;
  now(): number;
  /** Called when the history can't be written. It is tried again with the next minute. */
  onLoss(error: unknown): void;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const SAMPLE_MILLISECONDS = 15 * SECOND;
const SAMPLES_PER_WRITE = 4;

/** How long periods of which length are kept. Their files take 9 MB together, however long the service runs. */
export const KEPT = [
  { name: '15s', stepMilliseconds: SAMPLE_MILLISECONDS, keptMilliseconds: 2 * HOUR },
  { name: '5m', stepMilliseconds: HOUR / 12, keptMilliseconds: 8 * DAY },
  { name: '1h', stepMilliseconds: HOUR, keptMilliseconds: 367 * DAY },
] as const;

/**
 * The figures of this instance over time. Requests are counted in memory; every 15 seconds a sample is added to a period of each
 * length, and every minute that is written to the data folder.
 */
export class Statistics {
  readonly #options: StatisticsOptions;
  readonly #counts = new RequestCounts();
  readonly #resolutions: readonly Resolution[];
  /** A sample moves counts, and a reader must not see them twice or not at all. */
  readonly #turns = new Semaphore(1);
  #timer: NodeJS.Timeout | undefined;
  #samples = 0;
  #isClosed = false;

  constructor(options: StatisticsOptions) {
    this.#options = options;
    this.#resolutions = KEPT.map(({ name, stepMilliseconds, keptMilliseconds }) => {
      const path = join(options.folder, `${name}.ring`);
      const capacity = keptMilliseconds / stepMilliseconds;
      return new Resolution(stepMilliseconds, new RingFile({ path, stepMilliseconds, capacity, columns: FIGURES }));
    });
  }

  count(request: CountedRequest): void {
    this.#counts.count(request);
  }

  /** Goes on with the history in the folder. Never rejects. */
  async start(): Promise<void> {
    const now = this.#options.now();
    // Loading models and index keeps the process busy: that is no peak of serving.
    this.#options.levels.forgetPeaks();
    await this.#reported(() => Promise.all(this.#resolutions.map((resolution) => resolution.resume(now))));
    this.#schedule();
  }

  /** Writes what is not written yet; does nothing before `start`. Never rejects. */
  async close(): Promise<void> {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#isClosed = true;
    await this.#turns.run(async () => {
      await this.#sample(this.#options.now());
      await this.#reported(() => this.#write());
    });
  }

  /**
   * Rows of periods that begin within the bounds, oldest first, of the given length; the last one may have two rows, the second
   * of them for the seconds since the last sample.
   */
  read(
    { from, to, stepMilliseconds }: { from: number; to: number; stepMilliseconds: number },
    take: (rows: readonly TimedRow[]) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    return this.#turns.run(async () => {
      const now = this.#options.now();
      const length = KEPT.findIndex((kept) => kept.stepMilliseconds === stepMilliseconds);
      // After a break, older rows may be left whose places were not needed yet.
      const oldest = Math.max(from, now - KEPT[length].keptMilliseconds);
      for await (const rows of this.#resolutions[length].rows(oldest, to)) {
        signal?.throwIfAborted();
        take(rows);
      }
      if (now >= from && now <= to) take([{ time: now, values: await this.#withLevels(this.#counts.current) }]);
    }, signal);
  }

  /** At the end of each 15 seconds of the clock, so that every period has the same number of samples. */
  #schedule(): void {
    if (this.#isClosed) return;
    const wait = SAMPLE_MILLISECONDS - (this.#options.now() % SAMPLE_MILLISECONDS);
    this.#timer = setTimeout(() => void this.#tick().finally(() => this.#schedule()), wait).unref();
  }

  async #tick(): Promise<void> {
    // A timer is a little late or early: the period that ends is the one whose end is nearest.
    const ended = Math.round(this.#options.now() / SAMPLE_MILLISECONDS) * SAMPLE_MILLISECONDS;
    await this.#turns.run(async () => {
      await this.#sample(ended - 1);
      if (++this.#samples % SAMPLES_PER_WRITE === 0) await this.#reported(() => this.#write());
    });
  }

  async #sample(time: number): Promise<void> {
    const figures = await this.#withLevels(this.#counts.take());
    this.#options.levels.forgetPeaks();
    for (const resolution of this.#resolutions) resolution.add(time, figures);
  }

  async #withLevels(figures: Float64Array): Promise<Float64Array> {
    await this.#reported(async () => {
      const levels = await this.#options.levels.read();
      for (const [level, value] of Object.entries(levels)) figures[columnOf(level as Level)] = value;
    });
    return figures;
  }

  async #write(): Promise<void> {
    for (const resolution of this.#resolutions) await resolution.write();
  }

  async #reported(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.onLoss(error);
    }
  }
}
