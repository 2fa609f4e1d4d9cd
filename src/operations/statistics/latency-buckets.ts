/**
 * Durations are counted in buckets whose limits grow by the same factor, so that counts of several periods can be added up and
 * a quantile is off by a few percent at most, whether it is a millisecond or a minute.
 */
const FIRST_LIMIT_MILLISECONDS = 0.25;
const BUCKETS_PER_DOUBLING = 2;

/** The last one begins at about three minutes and has no end. */
export const LATENCY_BUCKETS = 41;

export function bucketOf(milliseconds: number): number {
  if (!(milliseconds > FIRST_LIMIT_MILLISECONDS)) return 0;
  const doublings = Math.log2(milliseconds / FIRST_LIMIT_MILLISECONDS);
  return Math.min(LATENCY_BUCKETS - 1, Math.ceil(doublings * BUCKETS_PER_DOUBLING));
}

/** The duration that the given share (0–1) of requests did not exceed, in milliseconds; null if there were none. */
export function latencyQuantile(counts: Float64Array, share: number): number | null {
  const total = totalOf(counts);
  if (!(total > 0)) return null;
  const wanted = share * total;
  let below = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    if (below + counts[bucket] >= wanted && counts[bucket] > 0) {
      return within(bucket, (wanted - below) / counts[bucket]);
    }
    below += counts[bucket];
  }
  return limitOf(counts.length - 1);
}

export function totalOf(counts: Float64Array): number {
  let total = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) total += counts[bucket];
  return total;
}

/** Durations inside a bucket are taken as evenly spread. */
function within(bucket: number, share: number): number {
  const from = bucket === 0 ? 0 : limitOf(bucket - 1);
  return from + share * (limitOf(bucket) - from);
}

function limitOf(bucket: number): number {
  return FIRST_LIMIT_MILLISECONDS * 2 ** (bucket / BUCKETS_PER_DOUBLING);
}
