import { type ExcerptRequest, makeExcerpts, type ShownHit } from './make-excerpts.js';
import { occasionalThread } from './occasional-thread.js';
import { workerFile } from './worker-file.js';

/** The most text that is looked through on the event loop, in UTF-16 units of all hits together: some milliseconds' work. */
const LONGEST_INLINE = 50_000;

/** Makes excerpts without holding up the event loop. Its one thread lives only while it has work. */
export class ExcerptMaker {
  readonly #pool = occasionalThread<ExcerptRequest, ShownHit[]>(
    workerFile(import.meta.url, './excerpt-maker-thread.js'),
  );

  async make(request: ExcerptRequest): Promise<ShownHit[]> {
    const size = request.hits.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    return size > LONGEST_INLINE ? this.#pool.run(request) : makeExcerpts(request);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
