import { workerData } from 'node:worker_threads';
import type { SentimentShares } from '../../domain/search/confidence.js';
import { serveCalls } from '../../threads/callable-thread.js';
import { type SentimentFiles, SentimentModel } from './sentiment-model.js';

const { files } = workerData as { files: SentimentFiles };
let model: SentimentModel | null = null;

/** A thread that holds the classifier. */
const methods = {
  async load(): Promise<void> {
    model = await SentimentModel.load(files);
  },

  async read(texts: readonly string[]): Promise<SentimentShares[]> {
    if (model === null) throw new Error('The classifier was asked before it was loaded.');
    const answers: SentimentShares[] = [];
    for (const text of texts) answers.push(await model.read(text));
    return answers;
  },

  /** Frees what the runtime holds: it does not expect its thread to be ended under it. */
  async unload(): Promise<void> {
    await model?.release();
    model = null;
  },
};

export type SentimentMethods = typeof methods;

serveCalls(methods);
