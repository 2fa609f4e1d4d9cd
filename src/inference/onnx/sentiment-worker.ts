import { workerData } from 'node:worker_threads';
import type { SentimentShares } from '../../domain/search/confidence.js';
import { type SentimentFiles, SentimentModel } from './sentiment-model.js';
import { type ReadingMethods, serveModel } from './serve-model.js';

export type SentimentMethods = ReadingMethods<readonly string[], SentimentShares[]>;

const { files } = workerData as { files: SentimentFiles };

/** A thread that holds the classifier. */
serveModel<readonly string[], SentimentShares[]>(async () => {
  const model = await SentimentModel.load(files);
  return {
    async read(texts) {
      const answers: SentimentShares[] = [];
      for (const text of texts) answers.push(await model.read(text));
      return answers;
    },
    release: () => model.release(),
  };
});
