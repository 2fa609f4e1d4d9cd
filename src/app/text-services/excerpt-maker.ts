import { type ExcerptRequest, makeExcerpts, type ShownHit } from '../../text/excerpts/make-excerpts.js';
import { hasUnspacedScript } from '../../text/unspaced-scripts.js';
import { CallableThread } from '../../threads/callable-thread.js';
import { TimeBudget } from '../../threads/time-budget.js';
import { workerFile } from '../../threads/worker-file.js';
import type { ExcerptMethods } from './excerpt-maker-thread.js';

/** The most text that is looked through on the event loop, in UTF-16 units of all hits together: some milliseconds' work. */
const LONGEST_INLINE = 50_000;
/** The same where words have to be found by dictionary, which takes fifty times as long. */
const LONGEST_UNSPACED_INLINE = 2_000;
/** Of the event loop's time. A thread costs every request a little, but under load everything waits for the event loop. */
const INLINE_SHARE = 0.05;

/** Makes excerpts without holding up the event loop: on it while there is little to do, else in a thread. */
export class ExcerptMaker {
  readonly #inline = new TimeBudget(INLINE_SHARE);
  /** Null until it is needed. */
  #thread: CallableThread<ExcerptMethods> | null = null;

  async make(request: ExcerptRequest): Promise<ShownHit[]> {
    if (this.#inline.isLeft && isLittle(request)) return this.#inline.spend(() => makeExcerpts(request));
    this.#thread ??= this.#start();
    return this.#thread.call('makeExcerpts', request);
  }

  async close(): Promise<void> {
    await this.#thread?.close();
    this.#thread = null;
  }

  #start(): CallableThread<ExcerptMethods> {
    const file = workerFile(import.meta.url, './excerpt-maker-thread.js');
    // What waited for one that is gone has failed; what comes next gets another.
    return new CallableThread(file, null, () => {
      this.#thread = null;
    });
  }
}

function isLittle({ hits }: ExcerptRequest): boolean {
  const texts = hits.flatMap(({ title, content }) => (content === null ? [title] : [title, content]));
  const size = texts.reduce((sum, { length }) => sum + length, 0);
  return size <= LONGEST_UNSPACED_INLINE || (size <= LONGEST_INLINE && !texts.some(hasUnspacedScript));
}
