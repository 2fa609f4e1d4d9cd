import type { Clause, Filter } from '../../domain/filter.js';
import { type Bitset, emptyBitset, fullBitset, hasBit, intersect, subtract, unite } from './bitset.js';
import type { Deadline } from './deadline.js';
import { evaluateClause } from './evaluate-clause.js';
import type { Segment } from './segment.js';

/** The documents of a segment, deleted ones included, that satisfy a filter. */
export function evaluateFilter(segment: Segment, filter: Filter, deadline: Deadline): Bitset {
  const evaluate = (clause: Clause): Bitset =>
    clause.kind === 'bool'
      ? evaluateFilter(segment, clause.filter, deadline)
      : evaluateClause(segment, clause, deadline);
  const bits = fullBitset(segment.documents);
  for (const clause of filter.must) intersect(bits, evaluate(clause));
  for (const clause of filter.mustNot) subtract(bits, evaluate(clause));
  if (filter.minimumShouldMatch > 0) intersect(bits, enoughOf(filter, segment.documents, evaluate));
  return bits;
}

function enoughOf(filter: Filter, documents: number, evaluate: (clause: Clause) => Bitset): Bitset {
  const enough = emptyBitset(documents);
  if (filter.minimumShouldMatch > filter.should.length) return enough;
  if (filter.minimumShouldMatch === 1) {
    for (const clause of filter.should) unite(enough, evaluate(clause));
    return enough;
  }
  const counts = new Uint16Array(documents);
  for (const clause of filter.should) {
    const bits = evaluate(clause);
    for (let document = 0; document < documents; document++) if (hasBit(bits, document)) counts[document]++;
  }
  for (let document = 0; document < documents; document++) {
    if (counts[document] >= filter.minimumShouldMatch) enough[document >>> 5] |= 1 << (document & 31);
  }
  return enough;
}
