import { setImmediate as nextTurn } from 'node:timers/promises';

/** Sorting or merging this many items takes less than a millisecond. */
const AT_ONCE = 500;

/**
 * A merge sort that lets other work run in between, for lists that would block the event loop. Stable, and as `toSorted` for
 * short lists.
 */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    if (start > 0) await nextTurn();
    runs.push(items.slice(start, start + AT_ONCE).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(i + 1 < runs.length ? await merge(runs[i], runs[i + 1], compare) : runs[i]);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const takesLeft = r === right.length || (l < left.length && compare(left[l], right[r]) <= 0);
    merged.push(takesLeft ? left[l++] : right[r++]);
    if (merged.length % AT_ONCE === 0) await nextTurn();
  }
  return merged;
}
