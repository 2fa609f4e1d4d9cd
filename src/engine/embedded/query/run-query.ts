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
import { type Bitset, countBits, documentsOf, intersect, subtract, unite } from '../segment/bitset.js';
import { amongFound, type CuratedDocuments, curatedDocuments } from './curated-documents.js';
import { explainHits } from './explain-hits.js';
import { pageOfHits, pinnedMatches } from './page-of-hits.js';
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
    const curated = curatedDocuments(part.segment, plan);
    const bits = matching(part, { filter: plan.filter, text, curated, deadline });
    plan.facets.forEach((facet, number) => {
      deadline.check();
      const filter = filterForFacet(facet, plan.filter);
      const counted = filter === plan.filter ? bits : matching(part, { filter, text, curated, deadline });
      counters[number].add(part.segment, counted);
    });
    return { segment: part.segment, scope: part.scope, bits, text, curated };
  });
  const hits = pageOfHits(matches, plan);
  const explains = plan.text?.kind === 'search' && plan.text.origins !== undefined;
  return {
    total: matches.reduce((sum, { bits, text, curated }) => sum + countMatches(bits, text, curated), 0),
    hits: explains && search !== null ? explainHits(hits, matches, search) : hits,
    facets: counters.map((counter) => counter.result()),
    matched: matchedForms(plan, search),
    ...(plan.pinned && { pinned: pinnedMatches(matches, plan.sort).map(({ id }) => id) }),
    ...(plan.hidden && { hidden: hiddenMatches(matches, plan, deadline) }),
  };
}

/** The hidden documents that would have been matches. */
function hiddenMatches(
  parts: readonly (ScopedSegment & { text: TextMatches | null; curated: CuratedDocuments | null })[],
  { hidden = [], filter }: AnalysedPlan,
  deadline: Deadline,
): string[] {
  const found = parts.flatMap(({ segment, scope, text, curated }) => {
    if (curated === null) return [];
    const bits = curated.hidden.slice();
    intersect(bits, scope);
    if (text !== null) intersect(bits, text.bits);
    if (filter !== null) narrowByFilter(bits, filter, { segment, deadline });
    return Array.from(documentsOf(bits), (document) => segment.ids.text(document));
  });
  return amongFound(hidden, found);
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

interface MatchOptions {
  filter: Filter | null;
  text: TextMatches | null;
  curated: CuratedDocuments | null;
  deadline: Deadline;
}

function matching({ segment, scope }: ScopedSegment, { filter, text, curated, deadline }: MatchOptions): Bitset {
  // Without a filter the text's own set can be changed in place. The scope can't: queries share it. Nor can the set if there
  // is a filter, because a facet may ask again with another one, or if it has to be known what the text alone finds.
  if (text !== null && filter === null && curated === null) {
    intersect(text.bits, scope);
    return text.bits;
  }
  const bits = scope.slice();
  if (text !== null) intersect(bits, curated === null ? text.bits : united(text.bits, curated.pinned));
  if (filter !== null) narrowByFilter(bits, filter, { segment, deadline });
  if (curated !== null) subtract(bits, curated.hidden);
  return bits;
}

/** What is pinned counts, however it was found. */
function countMatches(bits: Bitset, text: TextMatches | null, curated: CuratedDocuments | null): number {
  if (text?.counted === undefined) return countBits(bits);
  const counted = bits.slice();
  intersect(counted, curated === null ? text.counted : united(text.counted, curated.pinned));
  return countBits(counted);
}

function united(one: Bitset, other: Bitset): Bitset {
  const bits = one.slice();
  unite(bits, other);
  return bits;
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
