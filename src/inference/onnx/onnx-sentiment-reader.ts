import '../../telemetry-off.js';

import { failure } from '../../domain/errors/error.js';
import type { SentimentShares } from '../../domain/search/confidence.js';
import { CallableThread, workerFile } from '../../threads/callable-thread.js';
import type { SentimentReader } from '../sentiment.js';
import { SENTIMENT_FILES } from './bundled-models.js';
import type { SentimentMethods } from './sentiment-worker.js';

/** About a minute of work: callers beyond it would only time out. */
const MAX_WAITING_TEXTS = 2_000;

interface Started {
  thread: CallableThread<SentimentMethods>;
  loaded: Promise<void>;
}

/** The bundled classifier in a thread of its own, which the first text starts: many services never need it. */
export class OnnxSentimentReader implements SentimentReader {
  #started: Started | null = null;
  readonly #running = new Set<Promise<unknown>>();
  #waitingTexts = 0;
  #closing = false;

  readonly #onFailure: (error: Error) => void;

  constructor(onFailure: (error: Error) => void) {
    this.#onFailure = onFailure;
  }

  async read(texts: readonly string[]): Promise<SentimentShares[]> {
    if (this.#closing) throw failure('shutting_down', 'The service is stopping.');
    if (this.#waitingTexts > MAX_WAITING_TEXTS)
      throw failure('overloaded', 'Too many texts wait for their sentiment. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    this.#waitingTexts += texts.length;
    const answer = this.#readLoaded(texts);
    this.#running.add(answer);
    try {
      return await answer;
    } finally {
      this.#running.delete(answer);
      this.#waitingTexts -= texts.length;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled([...this.#running, this.#started?.loaded]);
    await this.#started?.thread.call('unload', undefined).catch(() => undefined);
    await this.#started?.thread.close();
  }

  async #readLoaded(texts: readonly string[]): Promise<SentimentShares[]> {
    this.#started ??= this.#start();
    const { thread, loaded } = this.#started;
    await loaded.catch((error) => {
      this.#started = null;
      this.#onFailure(error);
      throw failure('model_not_ready', 'The sentiment classifier could not be loaded.', { retryAfterSeconds: 5 });
    });
    return thread.call('read', texts).catch((error) => {
      this.#onFailure(error);
      throw failure('model_failed', 'The sentiment classifier could not read a text.');
    });
  }

  #start(): Started {
    const file = workerFile(import.meta.url, './sentiment-worker.js');
    // A thread that is lost is started again by the next text.
    const thread = new CallableThread<SentimentMethods>(file, {
      workerData: { files: SENTIMENT_FILES },
      onCrash: () => {
        if (this.#started?.thread === thread) this.#started = null;
      },
    });
    return { thread, loaded: thread.call('load', undefined) };
  }
}
