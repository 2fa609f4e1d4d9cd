/** More values than this can't be added up, so a sum of values that are divided by it stays below the largest number. */
const MOST_VALUES = 2 ** 64;

/** A sum of numbers which may, finally or on the way, be beyond the largest number of JSON and JavaScript (about 1.8e308). */
export class RunningSum {
  #sum = 0;
  /** The same divided by `MOST_VALUES`. Exact where it matters: only values near 0 lose digits by that. */
  #small = 0;

  add(value: number): void {
    this.#sum += value;
    this.#small += value / MOST_VALUES;
  }

  /** Null if it is beyond the largest number. */
  get total(): number | null {
    const total = this.dividedBy(1);
    return Number.isFinite(total) ? total : null;
  }

  dividedBy(count: number): number {
    return Number.isFinite(this.#sum) ? this.#sum / count : (this.#small / count) * MOST_VALUES;
  }
}
