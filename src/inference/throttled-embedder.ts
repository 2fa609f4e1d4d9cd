import { setTimeout as sleep } from 'node:timers/promises';
import type { Embedder, Embedding, TextToEmbed } from './embedder.js';

/** Whoever else wants the encoder waits for so many texts at most: some tenths of a second. */
const TEXTS_AT_ONCE = 16;
const SHORTEST_REST_MILLISECONDS = 20;

export interface Patience {
  othersAreBusy: () => boolean;
  /** Ends the work between two calls of the encoder. */
  stop: AbortSignal;
}

/**
 * Embeds for someone who has time: a few texts at a call. While others use the encoders it rests after each call for as
 * long as that took, so that they have at least half of the processor.
 */
export class ThrottledEmbedder implements Embedder {
  readonly #embedder: Embedder;
  readonly #patience: Patience;

  constructor(embedder: Embedder, patience: Patience) {
    this.#embedder = embedder;
    this.#patience = patience;
  }

  get space(): string {
    return this.#embedder.space;
  }

  get dimensions(): number {
    return this.#embedder.dimensions;
  }

  get ownLanguages(): Embedder['ownLanguages'] {
    return this.#embedder.ownLanguages;
  }

  async embed(texts: readonly TextToEmbed[]): Promise<Embedding[]> {
    const embeddings: Embedding[] = [];
    for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
      this.#patience.stop.throwIfAborted();
      const began = performance.now();
      embeddings.push(...(await this.#embedder.embed(texts.slice(start, start + TEXTS_AT_ONCE))));
      await this.#rest(performance.now() - began);
    }
    return embeddings;
  }

  countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return this.#embedder.countTokens(texts);
  }

  close(): Promise<void> {
    return this.#embedder.close();
  }

  async #rest(milliseconds: number): Promise<void> {
    const { othersAreBusy, stop } = this.#patience;
    if (!othersAreBusy()) return;
    await sleep(Math.max(SHORTEST_REST_MILLISECONDS, milliseconds), undefined, { signal: stop });
  }
}
