import { failure } from '../../domain/errors/error.js';
import type { SentimentShares } from '../../domain/search/confidence.js';
import { workerFile } from '../../threads/callable-thread.js';
import type { SentimentReader } from '../sentiment.js';
import { SENTIMENT_FILES } from './bundled-models.js';
import { ModelThread } from './model-thread.js';
import type { SentimentMethods } from './sentiment-worker.js';

/** About a minute of work: callers beyond it would only time out. */
const MAX_WAITING_TEXTS = 2_000;

/** The bundled classifier in a thread of its own, which the first text starts: many services never need it. */
export class OnnxSentimentReader implements SentimentReader {
  readonly #thread: ModelThread<SentimentMethods>;
  #waitingTexts = 0;

  constructor(onFailure: (error: Error) => void) {
    this.#thread = new ModelThread({
      file: workerFile(import.meta.url, './sentiment-worker.js'),
      workerData: { files: SENTIMENT_FILES },
      name: 'The sentiment classifier',
      staysLoaded: false,
      onFailure,
    });
  }

  async read(texts: readonly string[]): Promise<SentimentShares[]> {
    if (this.#waitingTexts > MAX_WAITING_TEXTS)
      throw failure('overloaded', 'Too many texts wait for their sentiment. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    this.#waitingTexts += texts.length;
    try {
      return await this.#thread.call('read', texts);
    } finally {
      this.#waitingTexts -= texts.length;
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
