import { COMPARED, COMPARED_HITS } from './comparison.js';
import { type FacetField, facetRequestOf, TENANT_FACET } from './facet-fields.js';
import { listRequestOf, type SearchState, searchRequestOf } from './search-state.js';
import { useComparison, useHits } from './use-hits.js';

/** What the service says to what the page asks: the hits of one search, or of three to be shown beside one another. */
export function useAnswer(state: SearchState, language: string, fields: readonly FacetField[]) {
  const isSearch = state.query.trim() !== '';
  const isCompared = isSearch && state.isSideBySide;
  const facets = [TENANT_FACET, ...fields.map(facetRequestOf)];
  const search = isSearch ? searchRequestOf(state, language) : null;
  const request = search === null ? { list: listRequestOf(state, language) } : { search };
  const searches = COMPARED.map((mode) => ({ ...searchRequestOf(state, language, mode), ...COMPARED_HITS }));
  const single = useHits(request, facets, !isCompared);
  const several = useComparison(searches, facets, isCompared);
  const [first] = several.comparison?.columns ?? [];
  const counted = isCompared ? first : single.hits;
  const { error, retry } = isCompared ? several : single;
  return {
    search,
    hits: isCompared ? null : single.hits,
    comparison: isCompared ? several.comparison : null,
    isComparisonFresh: several.isFresh,
    facets: counted === undefined || counted === null || 'error' in counted ? null : counted.facets,
    error,
    retry,
  };
}

export type Answer = ReturnType<typeof useAnswer>;
