import type { FacetResult } from '../../domain/facet/facet.js';
import type { Filter } from '../../domain/filter/filter.js';
import type { OperationContext } from '../context.js';
import { findPage, namedFacets, type Page, type PageRequest } from './find-page.js';

export interface FilterRequest extends PageRequest {
  filter: Filter;
}

export interface FilteredPage extends Omit<Page, 'facets'> {
  /** By the name of the facet; null when none was asked for. */
  facetResult: Record<string, FacetResult> | null;
}

/** Finds documents by what they are, without any text search. */
export async function filterDocuments(request: FilterRequest, context: OperationContext): Promise<FilteredPage> {
  const { facets, ...page } = await findPage(request, null, context);
  return { facetResult: request.facets.length > 0 ? namedFacets(request.facets, facets) : null, ...page };
}
