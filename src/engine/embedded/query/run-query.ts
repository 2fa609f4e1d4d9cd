import type { Facet } from '../../../domain/facet/facet.js';
import type { Filter } from '../../../domain/filter/filter.js';
import type { Deadline } from '../../deadline.js';
import type { Findings } from '../../engine.js';
import { filterForFacet } from '../../facets/facet-filter.js';
import type { AnalysedPlan } from '../../query/analyse-query.js';
import type { FacetCounter } from '../facets/facet-counter.js';
import { HistogramCounter, RangeCounter, StatsCounter } from '../facets/facet-numbers.js';
import { TermsCounter } from '../facets/facet-terms.js';
import { documentsInScope, narrowByFilter } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import { type Bitset, countBits, intersect } from '../segment/bitset.js';
import { explainHits } from './explain-hits.js';
import { pageOfHits } from './page-of-hits.js';
import type { QueryTools, ScopedSegment, TextMatches, TextScorer } from './text-scorer.js';
import { textScorer } from './text-search.js';

/** What an analysed plan finds. All of its phrases bind: see `findDocuments`. */
export function runQuery(
  segments: readonly LiveSegment[],
  plan: AnalysedPlan,
  tools: QueryTools,
): Omit<Findings, 'relaxedPhrases'> {
  const { deadline } = tools;
  const counters = plan.facets.map(counterFor);
  const scoped = segments.map((live) => ({
    segment: live.segment,
    scope: documentsInScope(live, plan.scope, deadline),
  }));
  const wanted = scoped.map((part) => wantedDocuments(part, plan, deadline));
  const search = plan.text === null ? null : textScorer(plan.text, { scoped, wanted, live: segments, ...tools });
  const matches = scoped.map((part, i) => {
    const text = search?.matches(i) ?? null;
    const bits = matching(part, { filter: plan.filter, text, deadline });
    plan.facets.forEach((facet, i) => {
      deadline.check();
      const filter = filterForFacet(facet, plan.filter);
      counters[i].add(part.segment, filter === plan.filter ? bits : matching(part, { filter, text, deadline }));
    });
    return { segment: part.segment, bits, text };
  });
  const hits = pageOfHits(matches, plan);
  const explains = plan.text?.kind === 'search' && plan.text.origins !== undefined;
  return {
    total: matches.reduce((sum, { bits, text }) => sum + countMatches(bits, text), 0),
    hits: explains && search !== null ? explainHits(hits, matches, search) : hits,
    facets: counters.map((counter) => counter.result()),
    matched: matchedForms(plan, search),
  };
}

function matchedForms({ text }: AnalysedPlan, search: TextScorer | null): Findings['matched'] {
  if (text?.kind !== 'search' || text.forms.words.length + text.forms.phrases.length === 0) return null;
  return { ...text.forms, typos: search?.typos() ?? [] };
}

/** Comparing vectors costs more than any filter, so the filter comes first, unless a facet counts documents outside of it. */
function wantedDocuments({ segment, scope }: ScopedSegment, plan: AnalysedPlan, deadline: Deadline): Bitset {
  const { filter, text, facets } = plan;
  const comparesVectors = text?.kind === 'search' && text.semantic !== null;
  const facetsUseFilter = facets.every((facet) => filterForFacet(facet, plan.filter) === filter);
  if (filter === null || !comparesVectors || !facetsUseFilter) return scope;
  const bits = scope.slice();
  narrowByFilter(bits, filter, { segment, deadline });
  return bits;
}

function matching(
  { segment, scope }: ScopedSegment,
  { filter, text, deadline }: { filter: Filter | null; text: TextMatches | null; deadline: Deadline },
): Bitset {
  // Without a filter the text's own set can be changed in place. The scope can't: queries share it. Nor can the set if there
  // is a filter, because a facet may ask again with another one.
  if (text !== null && filter === null) {
    intersect(text.bits, scope);
    return text.bits;
  }
  const bits = scope.slice();
  if (text !== null) intersect(bits, text.bits);
  if (filter !== null) narrowByFilter(bits, filter, { segment, deadline });
  return bits;
}

function countMatches(bits: Bitset, text: TextMatches | null): number {
  if (text?.counted === undefined) return countBits(bits);
  const counted = bits.slice();
  intersect(counted, text.counted);
  return countBits(counted);
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
