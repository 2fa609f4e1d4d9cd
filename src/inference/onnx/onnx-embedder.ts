import { type Embedder, type Embedding, isWaitedFor, type TextToEmbed } from '../embedder.js';
import { EmbeddingThreads } from './embedding-threads.js';
import type { EncoderModel } from './encoder.js';
import { intoPortions, type PlacedPortion } from './portions.js';

export interface OnnxEmbedderOptions {
  space: string;
  /** Their vectors can be compared with each other. All but the first are loaded by the first text that is for them. */
  models: readonly EncoderModel[];
  /** Which of the models reads a text, as its place in the list. */
  modelFor: (text: TextToEmbed) => number;
  ownLanguages?: Embedder['ownLanguages'];
  threads: number;
  onFailure: (error: Error) => void;
}

/** Starts the threads and resolves when one has loaded the first model, which has seen a first text by then. */
export async function openOnnxEmbedder(options: OnnxEmbedderOptions): Promise<Embedder> {
  const threads = new EmbeddingThreads(options);
  try {
    return new OnnxEmbedder(options, threads, await threads.load());
  } catch (error) {
    await threads.close();
    throw error;
  }
}

class OnnxEmbedder implements Embedder {
  readonly space: string;

  readonly #options: OnnxEmbedderOptions;
  readonly #threads: EmbeddingThreads;
  readonly dimensions: number;
  readonly ownLanguages: Embedder['ownLanguages'];

  constructor(options: OnnxEmbedderOptions, threads: EmbeddingThreads, dimensions: number) {
    this.#options = options;
    this.#threads = threads;
    this.dimensions = dimensions;
    this.space = options.space;
    this.ownLanguages = options.ownLanguages;
  }

  async embed(texts: readonly TextToEmbed[]): Promise<Embedding[]> {
    const portions = this.#portionsOf(texts);
    const first = portions.filter(goesFirst);
    const passages = portions.filter((portion) => !goesFirst(portion));
    const [ofFirst, ofPassages] = await Promise.all([
      Promise.all(first.map((portion) => this.#threads.embedAtOnce(portion))),
      this.#threads.embedPassages(passages),
    ]);
    return inOrder([...first, ...passages], [...ofFirst, ...ofPassages]);
  }

  async countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    const portions = this.#portionsOf(texts);
    return inOrder(portions, await Promise.all(portions.map((portion) => this.#threads.countTokens(portion))));
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #portionsOf(texts: readonly TextToEmbed[]): PlacedPortion[] {
    return intoPortions(texts, { modelFor: this.#options.modelFor, threads: this.#threads.count });
  }
}

/** A query among passages takes its portion to the front; callers seldom mix them. */
function goesFirst({ texts }: PlacedPortion): boolean {
  return texts.some(isWaitedFor);
}

function inOrder<Result>(portions: readonly PlacedPortion[], results: readonly Result[][]): Result[] {
  const ordered: Result[] = [];
  portions.forEach(({ positions }, i) => {
    positions.forEach((position, j) => {
      ordered[position] = results[i][j];
    });
  });
  return ordered;
}
