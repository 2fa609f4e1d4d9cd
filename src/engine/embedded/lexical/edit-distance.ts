/** Rows that are used again and again: a distance is computed thousands of times a query. */
let beforePrevious = new Uint8Array(128);
let previous = new Uint8Array(128);
let current = new Uint8Array(128);

/** Longer words are compared by their beginnings; no term is longer. */
const LONGEST = 120;

/**
 * How many letters must be inserted, removed, replaced or swapped with their neighbour to turn one word into the other;
 * `limit + 1` for anything beyond the limit.
 */
export function editDistance(a: ArrayLike<number>, b: ArrayLike<number>, limit: number): number {
  const rows = Math.min(a.length, LONGEST);
  const columns = Math.min(b.length, LONGEST);
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  for (let j = 0; j <= columns; j++) previous[j] = j;
  for (let i = 1; i <= rows; i++) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= columns; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(previous[j] + 1, current[j - 1] + 1, replaced);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) distance = Math.min(distance, beforePrevious[j - 2] + 1);
      current[j] = distance;
      if (distance < least) least = distance;
    }
    // A swap can lower the next row by one at most.
    if (least > limit + 1) return limit + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(previous[columns], limit + 1);
}
