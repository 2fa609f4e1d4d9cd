import { Piscina } from 'piscina';
import { type FoundSentence, findSentences, type SentenceRequest } from '../../text/answers/find-sentences.js';
import { type ContentToDivide, type DividedSentence, divideSentences } from '../../text/summaries/divide-sentences.js';
import { workerFile } from '../../threads/worker-file.js';

/** The most text that is read on the event loop, in UTF-16 units: some milliseconds' work. */
const LONGEST_INLINE = 4_096;
const IDLE_MILLISECONDS = 30_000;

/** Finds sentences in texts without holding up the event loop. Its one thread lives only while it has work. */
export class SentenceFinder {
  readonly #pool: Piscina;

  constructor() {
    this.#pool = new Piscina({
      filename: workerFile(import.meta.url, './sentence-finder-thread.js').href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MILLISECONDS,
    });
  }

  /** The sentences that could answer a question. */
  async find(request: SentenceRequest): Promise<FoundSentence[]> {
    const size = request.passages.reduce((sum, { text }) => sum + text.length, 0);
    return size > LONGEST_INLINE ? this.#pool.run(request, { name: 'find' }) : findSentences(request);
  }

  /** The sentences that could stand in a summary. */
  async divide(request: ContentToDivide): Promise<DividedSentence[]> {
    return request.content.length > LONGEST_INLINE
      ? this.#pool.run(request, { name: 'divide' })
      : divideSentences(request);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
