/** Binary search for the first of [from, to) that fails a test which holds up to some point and never after it; `to` if none fails. */
export function firstFailing(from: number, to: number, holds: (position: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
