/** The progress of re-embedding documents with another encoder. */
export class ReembeddingProgress {
  readonly #now: () => number;
  #total = 0;
  #done = 0;
  #embedded = 0;
  #givenUp = 0;
  #began: number | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether documents are being re-embedded now. */
  get active(): boolean {
    return this.#began !== null;
  }

  /** For how long documents have been re-embedded by now; null if they are not. */
  get milliseconds(): number | null {
    return this.#began === null ? null : this.#now() - this.#began;
  }

  get total(): number {
    return this.#total;
  }

  /** Documents that have the vectors, and those that were given up. */
  get done(): number {
    return Math.min(this.#done, this.#total);
  }

  /** Documents that the encoder refused. */
  get givenUp(): number {
    return this.#givenUp;
  }

  beginPass(documents: number): void {
    this.#began ??= this.#now();
    this.#total = documents;
    this.#done = 0;
  }

  /** Counts documents that already had the vectors. */
  found(documents: number): void {
    this.#done += documents;
  }

  embedded(documents: number): void {
    this.#done += documents;
    this.#embedded += documents;
  }

  gaveUp(): void {
    this.#givenUp++;
  }

  end(): void {
    this.#began = null;
    this.#done = this.#total;
  }

  /** For the log. The time left is unknown until something was embedded. */
  summary(): { done: number; total: number; documents_per_second: number; seconds_left: number | null } {
    const seconds = (this.milliseconds ?? 0) / 1000;
    const rate = seconds === 0 ? 0 : this.#embedded / seconds;
    return {
      done: this.done,
      total: this.#total,
      documents_per_second: Math.round(rate * 10) / 10,
      seconds_left: rate === 0 ? null : Math.ceil((this.#total - this.done) / rate),
    };
  }
}
