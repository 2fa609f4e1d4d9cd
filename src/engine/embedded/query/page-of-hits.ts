import { fieldKind } from '../../../domain/document/field.js';
import { formatTimestamp } from '../../../domain/document/timestamp.js';
import type { SortKey, SortValue } from '../../../domain/sort/sort.js';
import type { Hit, QueryPlan } from '../../engine.js';
import { compareMatches, type RankedMatch, type SegmentMatches, SortedMatches } from '../sort/sorted-matches.js';
import { splitAt } from '../sort/split-at.js';

/** Up to here it is cheaper to pick the first matches than to put all of them in order. */
const DEEP = 1000;

/** The hits of the plan's window: each segment sorts its own matches, and the sorted lists are merged by value. */
export function pageOfHits(matches: readonly SegmentMatches[], plan: QueryPlan): Hit[] {
  const { sort, window } = plan;
  if (window.limit === 0) return [];
  const end = window.offset + window.limit;
  const compare = (a: RankedMatch, b: RankedMatch) => compareMatches(a, b, sort);
  const lists = matches.map((part) =>
    end > DEEP ? SortedMatches.all(part, sort) : SortedMatches.first(part, sort, end),
  );
  const cuts = splitAt(lists, window.offset, compare);
  const cursors = lists.map((list, i) => new Cursor(list, cuts[i]));
  return takeInOrder(cursors, window.limit, compare).map((match) => toHit(match, sort));
}

/** Stands on one match of a list. */
class Cursor {
  current: RankedMatch | null;

  constructor(
    private readonly list: SortedMatches,
    private position: number,
  ) {
    this.current = this.read();
  }

  advance(): void {
    this.position++;
    this.current = this.read();
  }

  private read(): RankedMatch | null {
    return this.position < this.list.length ? this.list.at(this.position) : null;
  }
}

/** At most a page is taken, from a few dozen lists: looking at all of them each time is cheap enough. */
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
