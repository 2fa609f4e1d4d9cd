import type { ByteProgress } from '../storage/snapshot-file.js';
import type { Screen } from './command.js';

export interface Progress {
  /** From 0 to 1; null if the total is unknown. */
  share: number | null;
  /** How many of `unit` are done. */
  done: number;
  /** Shown at the end of the line. */
  note?: string;
}

/** Redrawing more often than this makes a terminal flicker. */
const REDRAW_MILLISECONDS = 100;
/** The interval of progress lines in a log file. */
const LINE_MILLISECONDS = 5000;
const BAR_WIDTH = 24;

/** Shows the progress of a long job: one changing line on a terminal, a new line every few seconds elsewhere. */
export class ProgressBar {
  readonly #start: number;
  #lastShown: number;
  #first: Progress | null = null;
  #shownWidth = 0;

  readonly #screen: Screen;
  readonly #unit: string;
  readonly #now: () => number;

  constructor(screen: Screen, unit: string, now: () => number = () => performance.now()) {
    this.#screen = screen;
    this.#unit = unit;
    this.#now = now;
    this.#start = now();
    // A quick job writes no line to a log.
    this.#lastShown = screen.isTTY ? Number.NEGATIVE_INFINITY : this.#start;
  }

  update(progress: Progress): void {
    // Work done by an earlier run does not count towards the speed of this one.
    this.#first ??= progress;
    const pause = this.#screen.isTTY ? REDRAW_MILLISECONDS : LINE_MILLISECONDS;
    if (this.#now() - this.#lastShown < pause) return;
    this.#lastShown = this.#now();
    this.#show(describeProgress(progress, this.#first, { unit: this.#unit, seconds: this.#seconds() }));
  }

  /** Clears the line of the terminal. */
  clear(): void {
    if (this.#shownWidth > 0) this.#screen.write(`\r${' '.repeat(this.#shownWidth)}\r`);
    this.#shownWidth = 0;
  }

  #seconds(): number {
    return (this.#now() - this.#start) / 1000;
  }

  #show(text: string): void {
    if (!this.#screen.isTTY) {
      this.#screen.write(`${text}\n`);
      return;
    }
    const line = text.slice(0, (this.#screen.columns ?? 80) - 1);
    this.#screen.write(`\r${line.padEnd(this.#shownWidth)}`);
    this.#shownWidth = line.length;
  }
}

/** `[######------]  50%  1,000 lines  200 lines/s  5 s left` */
export function describeProgress(
  progress: Progress,
  first: Progress,
  { unit, seconds }: { unit: string; seconds: number },
): string {
  const rate = seconds > 0 ? (progress.done - first.done) / seconds : 0;
  const parts = [`${count(progress.done)} ${unit}`, `${count(Math.round(rate))} ${unit}/s`];
  if (progress.share !== null) {
    const gained = progress.share - (first.share ?? 0);
    parts.unshift(drawBar(progress.share));
    if (gained > 0 && seconds > 0) parts.push(`${duration(((1 - progress.share) / gained) * seconds)} left`);
  }
  if (progress.note !== undefined) parts.push(progress.note);
  return parts.join('  ');
}

function drawBar(share: number): string {
  const filled = Math.floor(Math.min(1, share) * BAR_WIDTH);
  const percent = String(Math.floor(Math.min(1, share) * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${percent}%`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

const MEGABYTE = 1_000_000;

/** Runs `work` with a bar that shows how many megabytes are done. */
export async function withByteProgress<T>(screen: Screen, work: (progress: ByteProgress) => Promise<T>): Promise<T> {
  const bar = new ProgressBar(screen, 'MB');
  try {
    return await work((done, total) => bar.update({ share: done / total, done: Math.round(done / MEGABYTE) }));
  } finally {
    bar.clear();
  }
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `512 bytes`, `1.5 MB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}
