import type { SentimentShares } from '../domain/search/confidence.js';

/** Tells how likely each sentiment is in a text, whatever its language. */
export interface SentimentReader {
  /**
   * One answer for each text, in their order; of a text longer than a passage only the beginning is read. Rejects with
   * `overloaded` when too much is waiting, with `model_not_ready` or `model_failed` when the model can't answer.
   */
  read(texts: readonly string[]): Promise<SentimentShares[]>;
  /** What runs is finished first. */
  close(): Promise<void>;
}
