import type { Embedder, Embedding, TextToEmbed } from './embedder.js';

/** Knows how long an embedder has been idle: for those who want to stay out of the way of others, or to close it. */
export class IdleTrackingEmbedder implements Embedder {
  #running = 0;
  #lastUse = Number.NEGATIVE_INFINITY;

  constructor(
    /** For work that does not count as use. */
    readonly unwatched: Embedder,
  ) {}

  get space(): string {
    return this.unwatched.space;
  }

  get dimensions(): number {
    return this.unwatched.dimensions;
  }

  get ownLanguages(): Embedder['ownLanguages'] {
    return this.unwatched.ownLanguages;
  }

  /** 0 while it is at work, without end where it was never used. */
  get idleMilliseconds(): number {
    return this.#running > 0 ? 0 : performance.now() - this.#lastUse;
  }

  embed(texts: readonly TextToEmbed[]): Promise<Embedding[]> {
    return this.#watch(() => this.unwatched.embed(texts));
  }

  countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return this.#watch(() => this.unwatched.countTokens(texts));
  }

  close(): Promise<void> {
    return this.unwatched.close();
  }

  async #watch<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#lastUse = performance.now();
    }
  }
}
