import type { OperationContext } from '../context.js';
import { findPage, type Page, type PageRequest } from '../search/find-page.js';

export type BrowseRequest = Omit<PageRequest, 'filter' | 'facets'>;

/** Lists documents, newest first unless another order is asked for. */
export function browseDocuments(request: BrowseRequest, context: OperationContext): Promise<Page> {
  return findPage({ ...request, filter: null, facets: [] }, null, context);
}
