import { firstFailing } from '../../../algorithms/binary-search.js';
import { fieldKind } from '../../../domain/document/document.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type { SortKey, SortValue } from '../../../domain/filter/filter.js';
import type { Hit, Window } from '../../engine.js';
import type { AnalysedPlan } from '../../query/analyse-query.js';
import { type Bitset, hasBit, subtract } from '../segment/bitset.js';
import {
  compareMatches,
  type RankedMatch,
  rankedMatch,
  type SegmentMatches,
  SortedMatches,
} from '../sort/sorted-matches.js';
import { splitAt } from '../sort/split-at.js';

/** Windows that end later sort all matches; for earlier ones it is cheaper to select the first matches with a heap. */
const DEEP = 1000;

/** The hits of the plan's window: what is pinned, and then all others. */
export function pageOfHits(matches: readonly SegmentMatches[], { sort, window }: AnalysedPlan): Hit[] {
  const pinned = pinnedMatches(matches, sort);
  if (pinned.length === 0) return sortedHits(matches, sort, window);
  const { start, rest } = divideWindow(window, pinned);
  const first = pinned.slice(start, start + window.limit);
  const others = matches.map(({ bits, ...part }) => ({ ...part, bits: withoutPinned(bits, part) }));
  const limit = window.limit - first.length;
  return [...first.map((match) => toHit(match, sort)), ...sortedHits(others, sort, { ...rest, limit })];
}

/** Where a window begins among the pinned matches, and where among all others once the pinned ones are through. */
function divideWindow(window: Window, pinned: readonly RankedMatch[]): { start: number; rest: Window } {
  if (!('after' in window)) {
    return { start: window.offset, rest: { ...window, offset: Math.max(0, window.offset - pinned.length) } };
  }
  const { after } = window;
  const place = after === null ? -1 : pinned.findIndex(({ id }) => id === after.id);
  const isBehindPinned = after !== null && place < 0;
  return isBehindPinned
    ? { start: pinned.length, rest: window }
    : { start: place + 1, rest: { ...window, after: null } };
}

/** The pinned documents among the matches, in the order of the plan. */
export function pinnedMatches(matches: readonly SegmentMatches[], sort: readonly SortKey[]): RankedMatch[] {
  return matches
    .flatMap((part) =>
      [...(part.curated?.places ?? [])]
        .filter(([document]) => hasBit(part.bits, document))
        .map(([document, place]) => ({ place, match: rankedMatch(part, document, sort) })),
    )
    .sort((a, b) => a.place - b.place)
    .map(({ match }) => match);
}

function withoutPinned(bits: Bitset, { curated }: Pick<SegmentMatches, 'curated'>): Bitset {
  if (curated === null) return bits;
  const others = bits.slice();
  subtract(others, curated.pinned);
  return others;
}

/** Each segment sorts its own matches, and the sorted lists are merged by value. */
function sortedHits(matches: readonly SegmentMatches[], sort: readonly SortKey[], window: Window): Hit[] {
  if (window.limit === 0) return [];
  const compare = (a: RankedMatch, b: RankedMatch) => compareMatches(a, b, sort);
  const { lists, cuts } = 'after' in window ? listsAfter(matches, sort, window) : listsAt(matches, sort, window);
  const cursors = lists.map((list, i) => new Cursor(list, cuts[i]));
  return takeInOrder(cursors, window.limit, compare).map((match) => toHit(match, sort));
}

interface CutLists {
  lists: SortedMatches[];
  /** For each list, how many of its matches come before the window. */
  cuts: number[];
}

function listsAt(
  matches: readonly SegmentMatches[],
  sort: readonly SortKey[],
  { offset, limit }: { offset: number; limit: number },
): CutLists {
  const end = offset + limit;
  const lists = matches.map((part) =>
    end > DEEP ? SortedMatches.all(part, sort) : SortedMatches.first(part, sort, end),
  );
  return { lists, cuts: splitAt(lists, offset, (a, b) => compareMatches(a, b, sort)) };
}

function listsAfter(
  matches: readonly SegmentMatches[],
  sort: readonly SortKey[],
  { after }: Extract<Window, { after: unknown }>,
): CutLists {
  const lists = matches.map((part) => SortedMatches.all(part, sort));
  if (after === null) return { lists, cuts: lists.map(() => 0) };
  const last: RankedMatch = { id: after.id, values: rawValues(after, sort), score: null, passage: null };
  const cuts = lists.map((list) =>
    firstFailing(0, list.length, (position) => compareMatches(list.at(position), last, sort) <= 0),
  );
  return { lists, cuts };
}

/** A hit's sort values as the engine compares them: dates as milliseconds, where the hit has text. */
function rawValues({ sortValues }: Pick<Hit, 'sortValues'>, sort: readonly SortKey[]): RankedMatch['values'] {
  return sortValues.map((value, i) => {
    const isDate = typeof value === 'string' && fieldKind(sort[i].field) === 'date';
    return isDate ? Date.parse(value) : value;
  });
}

/** A position in a sorted list and the match there; null behind the last one. */
class Cursor {
  current: RankedMatch | null;
  readonly #list: SortedMatches;
  #position: number;

  constructor(list: SortedMatches, position: number) {
    this.#list = list;
    this.#position = position;
    this.current = this.#read();
  }

  advance(): void {
    this.#position++;
    this.current = this.#read();
  }

  #read(): RankedMatch | null {
    return this.#position < this.#list.length ? this.#list.at(this.#position) : null;
  }
}

/** A k-way merge that stops after one page. With a few dozen lists at most, a linear search for the least is cheap. */
function takeInOrder(cursors: readonly Cursor[], count: number, compare: (a: RankedMatch, b: RankedMatch) => number) {
  const taken: RankedMatch[] = [];
  while (taken.length < count) {
    let first: Cursor | null = null;
    for (const cursor of cursors) {
      if (cursor.current === null) continue;
      if (first === null || compare(cursor.current, first.current!) < 0) first = cursor;
    }
    if (first === null) break;
    taken.push(first.current!);
    first.advance();
  }
  return taken;
}

function toHit({ id, values, score, passage }: RankedMatch, sort: readonly SortKey[]): Hit {
  const sortValues = values.map((value, i): SortValue => {
    const isDate = typeof value === 'number' && fieldKind(sort[i].field) === 'date';
    return isDate ? formatTimestamp(value) : value;
  });
  return { id, sortValues, score, passage };
}
