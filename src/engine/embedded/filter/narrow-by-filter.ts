import { LruCache } from '../../../algorithms/lru-cache.js';
import type { Clause, Filter } from '../../../domain/filter/filter.js';
import type { Deadline } from '../../deadline.js';
import type { LiveSegment } from '../index/live-segments.js';
import { addBit, type Bitset, emptyBitset, fullBitset, hasBit, subtract, unite } from '../segment/bitset.js';
import { Derived } from '../segment/segment.js';
import { narrowByClause, type SearchedSegment } from './narrow-by-clause.js';

/** Scopes cached per segment, one bit per document each: enough for the keys in use at the same time. */
const SCOPES_KEPT = 16;
const SCOPES = new Derived(() => new LruCache<Bitset>(SCOPES_KEPT));

/**
 * The documents that a request may see: those that are not deleted and satisfy every clause of the scope. Requests with the
 * same scope get the same object. It must not be changed, because statistics are cached by it.
 */
export function documentsInScope(live: LiveSegment, scope: readonly Clause[], deadline: Deadline): Bitset {
  const { segment, deleted, deletedCount } = live;
  // A segment changes only by deletions, so their number identifies its state.
  return segment.derived(SCOPES).getOrMake(`${deletedCount} ${JSON.stringify(scope)}`, () => {
    const bits = fullBitset(segment.documents);
    subtract(bits, deleted);
    for (const clause of scope) narrow(bits, clause, { segment, deadline });
    return bits;
  });
}

/**
 * Removes the documents that don't satisfy a filter from a set. A clause looks only at documents still in the set, so each
 * one makes the next cheaper.
 */
export function narrowByFilter(bits: Bitset, filter: Filter, searched: SearchedSegment): void {
  for (const clause of filter.must) narrow(bits, clause, searched);
  for (const clause of filter.mustNot) subtract(bits, satisfying(clause, bits, searched));
  if (filter.minimumShouldMatch > 0) bits.set(enoughOf(filter, bits, searched));
}

function narrow(bits: Bitset, clause: Clause, searched: SearchedSegment): void {
  if (clause.kind === 'bool') narrowByFilter(bits, clause.filter, searched);
  else narrowByClause(bits, clause, searched);
}

function satisfying(clause: Clause, among: Bitset, searched: SearchedSegment): Bitset {
  const bits = among.slice();
  narrow(bits, clause, searched);
  return bits;
}

function enoughOf({ should, minimumShouldMatch }: Filter, among: Bitset, searched: SearchedSegment): Bitset {
  const { documents } = searched.segment;
  const enough = emptyBitset(documents);
  if (minimumShouldMatch > should.length) return enough;
  if (minimumShouldMatch === 1) {
    for (const clause of should) unite(enough, satisfying(clause, among, searched));
    return enough;
  }
  const counts = new Uint16Array(documents);
  for (const clause of should) {
    const bits = satisfying(clause, among, searched);
    for (let document = 0; document < documents; document++) if (hasBit(bits, document)) counts[document]++;
  }
  for (let document = 0; document < documents; document++) {
    if (counts[document] >= minimumShouldMatch) addBit(enough, document);
  }
  return enough;
}
