import type { RingFile, TimedRow } from '../../storage/ring-file.js';
import { emptyFigures, joinFigures } from './figures.js';

/** Rows that wait while the disk is full: a longer gap is not worth the memory. */
const MOST_WAITING = 240;

interface Period extends TimedRow {
  values: Float64Array;
}

/** The history in periods of one length: what is written, and in memory the period under way and those that wait for the disk. */
export class Resolution {
  readonly #file: RingFile;
  #waiting: Period[] = [];
  #current: Period | null = null;

  constructor(
    readonly stepMilliseconds: number,
    file: RingFile,
  ) {
    this.#file = file;
  }

  /** Goes on with the period in which the service was stopped, if it is not over. */
  async resume(now: number): Promise<void> {
    const time = this.#periodOf(now);
    for await (const rows of this.#file.read(time, time)) {
      for (const { values } of rows) this.#current = { time, values: Float64Array.from(values) };
    }
  }

  /** Times must not go back; where the clock is set back, what comes counts for the period under way. */
  add(time: number, figures: Float64Array): void {
    const period = this.#periodOf(time);
    if (this.#current === null || period > this.#current.time) {
      if (this.#current !== null) this.#waiting.push(this.#current);
      this.#waiting = this.#waiting.slice(-MOST_WAITING);
      this.#current = { time: period, values: emptyFigures() };
    }
    joinFigures(this.#current.values, figures);
  }

  /** The period under way is written as well, and again when it has ended: after a crash, little of it is missing. */
  async write(): Promise<void> {
    const rows = this.#inMemory();
    await this.#file.write(rows);
    this.#waiting = this.#waiting.filter((row) => !rows.includes(row));
  }

  /** Periods that begin within the bounds, oldest first. */
  async *rows(from: number, to: number): AsyncGenerator<TimedRow[]> {
    const inMemory = this.#inMemory().filter(({ time }) => time >= from && time <= to);
    const written = Math.min(to, (inMemory[0]?.time ?? Number.POSITIVE_INFINITY) - 1);
    yield* this.#file.read(from, written);
    yield inMemory;
  }

  #inMemory(): Period[] {
    return this.#current === null ? [...this.#waiting] : [...this.#waiting, this.#current];
  }

  #periodOf(time: number): number {
    return time - (time % this.stepMilliseconds);
  }
}
