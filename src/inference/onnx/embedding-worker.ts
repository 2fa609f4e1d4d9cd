import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../threads/callable-thread.js';
import type { Embedding } from '../embedder.js';
import type { EncoderModel } from './encoder.js';
import { Encoder, type EncoderText } from './encoder.js';

/** Texts for one of the models, by its place in the list that the thread was started with. */
export interface Portion {
  model: number;
  texts: EncoderText[];
}

const { models } = workerData as { models: EncoderModel[] };
let encoders: Encoder[] = [];

/**
 * A thread that holds the encoders. Between two texts it looks at its messages, so a query that arrives while a portion
 * of passages is being worked on waits for one or two texts, not for the portion.
 */
const methods = {
  /** Answers with the length of each model's vectors. The first text through a model is slow, so it is one of ours. */
  async load(): Promise<number[]> {
    encoders = await Promise.all(models.map((model) => Encoder.load(model)));
    const samples = encoders.map((encoder) => encoder.embed({ text: 'warm up', kind: 'query' }));
    return (await Promise.all(samples)).map(({ vector }) => vector.length);
  },

  async embed({ model, texts }: Portion): Promise<Embedding[]> {
    const embeddings: Embedding[] = [];
    for (const text of texts) embeddings.push(await encoders[model].embed(text));
    return embeddings;
  },

  countTokens({ model, texts }: Portion): number[] {
    return texts.map((text) => encoders[model].countTokens(text));
  },

  /** Frees what the runtime holds: it does not expect its thread to be ended under it. */
  async unload(): Promise<void> {
    await Promise.all(encoders.map((encoder) => encoder.release()));
    encoders = [];
  },
};

export type EmbeddingMethods = typeof methods;

serveCalls(methods);
