import type { DocumentHead } from '../../domain/document.js';
import type { Facet, FacetResult } from '../../domain/facet.js';
import type { Clause, Filter } from '../../domain/filter.js';
import type { Language } from '../../domain/language.js';
import type { SortKey, SortValue } from '../../domain/sort.js';
import type { OperationContext } from '../context.js';
import { tenantScope, visible } from '../tenancy.js';

export interface PageRequest {
  tenantIds: readonly string[] | null;
  language: Language | null;
  filter: Filter | null;
  facets: readonly Facet[];
  /** Empty for the default order. */
  sort: readonly SortKey[];
  limit: number;
  page: number;
}

export interface FoundDocument {
  document: DocumentHead;
  /** What it was sorted by; null when no order was asked for. */
  sortValue: SortValue[] | null;
}

export interface Page {
  data: FoundDocument[];
  /** In the order of the request's facets. */
  facets: FacetResult[];
  total: number;
  hasMore: boolean;
  nextPage: number | null;
}

/** The order of lists that have no relevance to sort by: newest first. */
const NEWEST_FIRST: readonly SortKey[] = [{ field: 'created_at', order: 'desc', missing: '_last' }];

/** One page of the documents that match, from the first to the last: there is no depth at which it ends. */
export async function findPage(request: PageRequest, context: OperationContext): Promise<Page> {
  const { page, limit } = request;
  const findings = await context.collection.engine.find({
    scope: [...tenantScope(context.caller, request.tenantIds), ...languageScope(request.language)],
    filter: request.filter,
    sort: request.sort.length > 0 ? request.sort : NEWEST_FIRST,
    window: { offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit },
    facets: request.facets,
  });
  const hasMore = page * limit < findings.total;
  return {
    data: findings.hits.flatMap(({ id, sortValues }) => {
      // Since the query ran, the document may have been deleted, or given to a tenant the caller must not see.
      const document = visible(context.caller, context.collection.documents.getHead(id));
      return document === null ? [] : [{ document, sortValue: request.sort.length > 0 ? sortValues : null }];
    }),
    facets: findings.facets,
    total: findings.total,
    hasMore,
    nextPage: hasMore ? page + 1 : null,
  };
}

function languageScope(language: Language | null): Clause[] {
  return language === null ? [] : [{ kind: 'terms', field: 'language', values: [language] }];
}
