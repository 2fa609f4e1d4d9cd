import type { Cluster } from './cluster.js';
import { INDEX_MISSING, isClusterFailure } from './cluster-errors.js';

const PAUSE_MILLISECONDS = 2000;
const ANSWER_MILLISECONDS = 3000;

/** Asks a cluster every few seconds how it is, so that whoever sends requests here knows whether they would be answered. */
export class ClusterWatch {
  /** What is wrong, and what to do; null if nothing is. */
  trouble: string | null = null;
  readonly #cluster: Cluster;
  readonly #aliases: readonly string[];
  readonly #onChange: (trouble: string | null) => void;
  readonly #pauseMilliseconds: number;
  #timer: NodeJS.Timeout;
  #stopped = false;

  constructor(
    cluster: Cluster,
    /** Of the indexes that must be there. */
    aliases: readonly string[],
    onChange: (trouble: string | null) => void,
    { pauseMilliseconds = PAUSE_MILLISECONDS } = {},
  ) {
    this.#cluster = cluster;
    this.#aliases = aliases;
    this.#onChange = onChange;
    this.#pauseMilliseconds = pauseMilliseconds;
    this.#timer = this.#askLater();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #askLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#ask(), this.#pauseMilliseconds).unref();
  }

  async #ask(): Promise<void> {
    const trouble = await this.#examine();
    if (this.#stopped) return;
    const isNew = (trouble === null) !== (this.trouble === null);
    this.trouble = trouble;
    if (isNew) this.#onChange(trouble);
    this.#timer = this.#askLater();
  }

  async #examine(): Promise<string | null> {
    try {
      const { status, body } = await this.#cluster.read<{ status?: string }>({
        method: 'GET',
        path: `/_cluster/health/${this.#aliases.join(',')}`,
        query: { timeout: '1s' },
        milliseconds: ANSWER_MILLISECONDS,
        expected: [408],
      });
      if (body.status !== 'red') return null;
      // It has waited in vain for an index that does not exist.
      if (status === 408) return INDEX_MISSING;
      return 'A part of the index is not available. Check the health of the cluster (GET _cluster/health).';
    } catch (error) {
      if (isClusterFailure(error)) return error.message;
      throw error;
    }
  }
}
