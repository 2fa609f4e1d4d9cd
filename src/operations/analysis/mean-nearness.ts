import { nearness } from './category-scores.js';
import type { SharedTurns } from './shared-turns.js';

/** How near vectors are on average to each of some topics, which are given by their phrases. */
export async function meanNearness(
  vectors: readonly (Int8Array | Float32Array)[],
  topics: readonly (readonly Float32Array[])[],
  turns: SharedTurns,
): Promise<number[]> {
  const sums = new Float64Array(topics.length);
  for (const vector of vectors) {
    topics.forEach((phrases, topic) => {
      sums[topic] += nearness(vector, phrases);
    });
    await turns.share();
  }
  return Array.from(sums, (value) => value / Math.max(1, vectors.length));
}
