import { access } from 'node:fs/promises';
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
/** By their place in the list. */
const encoders = new Map<number, Promise<Encoder>>();

/** Loads an encoder with the first text for it. One that could not be loaded is tried again with the next. */
function encoderAt(place: number): Promise<Encoder> {
  let encoder = encoders.get(place);
  if (encoder === undefined) {
    encoder = Encoder.load(models[place]);
    encoders.set(place, encoder);
    encoder.catch(() => encoders.delete(place));
  }
  return encoder;
}

/**
 * A thread that holds the encoders. Between two texts it looks at its messages, so a query that arrives while a portion
 * of passages is being worked on waits for one or two texts, not for the portion.
 */
const methods = {
  /**
   * Loads the first encoder, which is that of most texts, and answers with the length of the vectors. The first text through it is
   * slow, so it is one of ours. The others have to be there, but are loaded when they are needed.
   */
  async load(): Promise<number> {
    await Promise.all(models.map(({ modelFile }) => access(modelFile)));
    const first = await encoderAt(0);
    const { vector } = await first.embed({ text: 'warm up', kind: 'query' });
    return vector.length;
  },

  async embed({ model, texts }: Portion): Promise<Embedding[]> {
    const encoder = await encoderAt(model);
    const embeddings: Embedding[] = [];
    for (const text of texts) embeddings.push(await encoder.embed(text));
    return embeddings;
  },

  async countTokens({ model, texts }: Portion): Promise<number[]> {
    const encoder = await encoderAt(model);
    return texts.map((text) => encoder.countTokens(text));
  },

  /** Frees what the runtime holds: it does not expect its thread to be ended under it. */
  async unload(): Promise<void> {
    await Promise.all([...encoders.values()].map(async (encoder) => (await encoder).release()));
    encoders.clear();
  },
};

export type EmbeddingMethods = typeof methods;

serveCalls(methods);
