import type { Facet } from '../../domain/facet.js';
import type { Clause, Filter } from '../../domain/filter.js';
import type { Findings, QueryPlan } from '../engine.js';
import { type Bitset, countBits, subtract } from './bitset.js';
import type { Deadline } from './deadline.js';
import { evaluateFilter } from './evaluate-filter.js';
import { withoutField } from './exclude-own-filter.js';
import type { FacetCounter } from './facet-counter.js';
import { HistogramCounter, RangeCounter, StatsCounter } from './facet-numbers.js';
import { TermsCounter } from './facet-terms.js';
import type { LiveSegment } from './live-segments.js';
import { pageOfHits } from './page-of-hits.js';

export function runQuery(segments: readonly LiveSegment[], plan: QueryPlan, deadline: Deadline): Findings {
  const counters = plan.facets.map(counterFor);
  const matches = segments.map((live) => {
    const bits = matching(live, plan, deadline, plan.filter);
    plan.facets.forEach((facet, i) => {
      deadline.check();
      counters[i].add(live.segment, bitsForFacet(facet, live, plan, deadline) ?? bits);
    });
    return { segment: live.segment, bits };
  });
  return {
    total: matches.reduce((sum, { bits }) => sum + countBits(bits), 0),
    hits: pageOfHits(matches, plan),
    facets: counters.map((counter) => counter.result()),
  };
}

function matching(live: LiveSegment, plan: QueryPlan, deadline: Deadline, filter: Filter | null): Bitset {
  const bits = evaluateFilter(live.segment, allOf([...plan.scope, ...asClauses(filter)]), deadline);
  subtract(bits, live.deleted);
  return bits;
}

/** Null where the facet counts what the query matches, which is nearly always. */
function bitsForFacet(facet: Facet, live: LiveSegment, plan: QueryPlan, deadline: Deadline): Bitset | null {
  if (facet.type !== 'terms' || !facet.excludeOwnFilter || plan.filter === null) return null;
  return matching(live, plan, deadline, withoutField(plan.filter, facet.field));
}

function asClauses(filter: Filter | null): Clause[] {
  return filter === null ? [] : [{ kind: 'bool', filter }];
}

export function allOf(clauses: readonly Clause[]): Filter {
  return { must: [...clauses], mustNot: [], should: [], minimumShouldMatch: 0 };
}

function counterFor(facet: Facet): FacetCounter {
  switch (facet.type) {
    case 'terms':
      return new TermsCounter(facet);
    case 'range':
      return new RangeCounter(facet);
    case 'stats':
      return new StatsCounter(facet);
    default:
      return new HistogramCounter(facet);
  }
}
