/** Longer words are compared by their beginnings; no term is longer. */
const LONGEST = 120;

/** Rows of the table, for callers that compute thousands of distances and reuse them. */
export class DistanceRows {
  readonly beforePrevious = new Uint8Array(LONGEST + 8);
  readonly previous = new Uint8Array(LONGEST + 8);
  readonly current = new Uint8Array(LONGEST + 8);
}

/**
 * The optimal string alignment (OSA) distance: how many letters must be inserted, removed, replaced or swapped with their
 * neighbour to turn one word into the other; `limit + 1` for anything beyond the limit. Only the band of the table is
 * filled in which the limit can hold, and only between the prefix and the suffix that both have in common.
 */
export function editDistance(a: ArrayLike<number>, b: ArrayLike<number>, limit: number, reused?: DistanceRows): number {
  let aEnd = Math.min(a.length, LONGEST);
  let bEnd = Math.min(b.length, LONGEST);
  if (Math.abs(aEnd - bEnd) > limit) return limit + 1;
  let start = 0;
  while (start < aEnd && start < bEnd && a[start] === b[start]) start++;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const rows = aEnd - start;
  const columns = bEnd - start;
  // Most words that are compared differ in one place: then there is nothing to fill in.
  if (rows <= 1 && columns <= 1) return Math.max(rows, columns);
  return distanceBetween(a, b, { start, rows, columns, limit }, reused ?? new DistanceRows());
}

/** The distance of `rows` letters of `a` and `columns` letters of `b`, both from `start` on. */
function distanceBetween(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { start, rows, columns, limit }: { start: number; rows: number; columns: number; limit: number },
  reused: DistanceRows,
): number {
  let { beforePrevious, previous, current } = reused;
  const beyond = limit + 1;
  for (let j = 0; j <= columns; j++) previous[j] = Math.min(j, beyond);
  let leastBefore = 0;
  for (let i = 1; i <= rows; i++) {
    const letter = a[start + i - 1];
    const from = Math.max(1, i - limit);
    const to = Math.min(columns, i + limit);
    current[from - 1] = from === 1 ? Math.min(i, beyond) : beyond;
    if (to < columns) current[to + 1] = beyond;
    let least = current[from - 1];
    for (let j = from; j <= to; j++) {
      const other = b[start + j - 1];
      const replaced = previous[j - 1] + (letter === other ? 0 : 1);
      let distance = Math.min(beyond, previous[j] + 1, current[j - 1] + 1, replaced);
      const swapped = i > 1 && j > 1 && letter === b[start + j - 2] && a[start + i - 2] === other;
      if (swapped) distance = Math.min(distance, beforePrevious[j - 2] + 1);
      current[j] = distance;
      if (distance < least) least = distance;
    }
    // A swap reaches back two rows, so one row beyond the limit does not decide yet.
    if (least === beyond && leastBefore === beyond) return beyond;
    leastBefore = least;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[columns];
}
