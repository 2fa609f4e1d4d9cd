/**
 * How far predicted numbers are off, by how large they are: `upTo` are ascending upper ends of ranges of predictions, the
 * last one open. In each, nine out of ten actual numbers lie between the prediction plus `below` and plus `above`.
 */
export interface Intervals {
  upTo: number[];
  below: number[];
  above: number[];
}

export const COVERAGE = 0.9;
const MAX_RANGES = 10;
/** Fewer errors say nothing about the rarest. */
const ERRORS_PER_RANGE = 40;

/** From predictions for rows that the model was not fitted to; from those it was, intervals would be far too narrow. */
export function learnIntervals(predicted: Float64Array, actual: Float64Array): Intervals {
  const order = [...predicted.keys()].sort((a, b) => predicted[a] - predicted[b]);
  const ranges = Math.max(1, Math.min(MAX_RANGES, Math.floor(order.length / ERRORS_PER_RANGE)));
  const intervals: Intervals = { upTo: [], below: [], above: [] };
  for (let range = 0; range < ranges; range++) {
    const members = order.slice((order.length * range) / ranges, (order.length * (range + 1)) / ranges);
    const errors = members.map((i) => actual[i] - predicted[i]).sort((a, b) => a - b);
    intervals.upTo.push(predicted[members.at(-1)!]);
    intervals.below.push(quantile(errors, (1 - COVERAGE) / 2));
    intervals.above.push(quantile(errors, (1 + COVERAGE) / 2));
  }
  return intervals;
}

/** Rounded outwards, as few errors must not promise too much. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share < 0.5 ? Math.floor(share * (sorted.length + 1)) - 1 : Math.ceil(share * (sorted.length + 1)) - 1;
  return sorted[Math.max(0, Math.min(sorted.length - 1, place))];
}

export function intervalAround(prediction: number, { upTo, below, above }: Intervals): { low: number; high: number } {
  let range = 0;
  while (range < upTo.length - 1 && prediction > upTo[range]) range++;
  return { low: prediction + Math.min(0, below[range]), high: prediction + Math.max(0, above[range]) };
}
