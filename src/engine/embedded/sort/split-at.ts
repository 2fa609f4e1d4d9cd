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
      i === widest ? middle : firstNotBelow(list, [low[i], high[i]], (element) => compare(element, pivot) < 0),
    );
    if (below.reduce((sum, count) => sum + count, 0) >= rank) high = below;
    else {
      low = below;
      low[widest] = middle + 1;
    }
  }
}

function firstNotBelow<Element>(
  list: SortedList<Element>,
  [from, to]: [number, number],
  isBelow: (element: Element) => boolean,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(list.at(middle))) low = middle + 1;
    else high = middle;
  }
  return low;
}
