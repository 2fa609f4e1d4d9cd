import { Piscina } from 'piscina';
import { type FoundSentence, findSentences, type SentenceRequest } from './find-sentences.js';
import { workerFile } from './worker-file.js';

/** The most text that is read on the event loop, in UTF-16 units of all passages together: some milliseconds' work. */
const LONGEST_INLINE = 4_096;
const IDLE_MILLISECONDS = 30_000;

/** Looks for sentences that answer a question without holding up the event loop. Its one thread lives only while it has work. */
export class SentenceFinder {
  readonly #pool: Piscina<SentenceRequest, FoundSentence[]>;

  constructor() {
    this.#pool = new Piscina({
      filename: workerFile(import.meta.url, './sentence-finder-thread.js').href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MILLISECONDS,
    });
  }

  async find(request: SentenceRequest): Promise<FoundSentence[]> {
    const size = request.passages.reduce((sum, { text }) => sum + text.length, 0);
    return size > LONGEST_INLINE ? this.#pool.run(request) : findSentences(request);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
