import { firstFailing } from '../../../algorithms/binary-search.js';

/** A sorted list with access by position. */
export interface SortedList<Element> {
  length: number;
  at(position: number): Element;
}

/**
 * Where to cut several sorted lists so that exactly the first `rank` elements of all lists together lie before the cuts. It
 * takes some thousand comparisons, however deep the page is.
 */
export function splitAt<Element>(
  lists: readonly SortedList<Element>[],
  rank: number,
  compare: (a: Element, b: Element) => number,
): number[] {
  let low = lists.map(() => 0);
  let high = lists.map(({ length }) => length);
  for (;;) {
    const widest = low.reduce((best, _, i) => (high[i] - low[i] > high[best] - low[best] ? i : best), 0);
    if (lists.length === 0 || high[widest] === low[widest]) return low;
    const middle = (low[widest] + high[widest]) >>> 1;
    const pivot = lists[widest].at(middle);
    const below = lists.map((list, i) =>
      i === widest ? middle : firstFailing(low[i], high[i], (position) => compare(list.at(position), pivot) < 0),
    );
    if (below.reduce((sum, count) => sum + count, 0) >= rank) high = below;
    else {
      low = below;
      low[widest] = middle + 1;
    }
  }
}
