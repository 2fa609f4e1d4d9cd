/** Sorts the times in place. Shares from 0 to 1; 1 is the largest. */
export function percentiles(times: number[], shares: readonly number[]): number[] {
  times.sort((a, b) => a - b);
  return shares.map((share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
