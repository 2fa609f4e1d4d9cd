/** How far documents have been embedded for another encoder. */
export class ReembeddingProgress {
  #total = 0;
  #done = 0;
  #embedded = 0;
  #givenUp = 0;
  #began: number | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether documents are being embedded at this moment. */
  get active(): boolean {
    return this.#began !== null;
  }

  get total(): number {
    return this.#total;
  }

  /** Documents that have the vectors, or will have none. */
  get done(): number {
    return Math.min(this.#done, this.#total);
  }

  /** Documents that the encoder refused. */
  get givenUp(): number {
    return this.#givenUp;
  }

  beginPass(documents: number): void {
    this.#began ??= this.now();
    this.#total = documents;
    this.#done = 0;
  }

  /** Documents that needed no work. */
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

  /** For the log. The time that is left is unknown until something was embedded. */
  summary(): { done: number; total: number; documents_per_second: number; seconds_left: number | null } {
    const seconds = this.#began === null ? 0 : (this.now() - this.#began) / 1000;
    const rate = seconds === 0 ? 0 : this.#embedded / seconds;
    return {
      done: this.done,
      total: this.#total,
      documents_per_second: Math.round(rate * 10) / 10,
      seconds_left: rate === 0 ? null : Math.ceil((this.#total - this.done) / rate),
    };
  }
}
