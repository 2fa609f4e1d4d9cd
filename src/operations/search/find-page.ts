import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Facet, FacetResult } from '../../domain/facet/facet.js';
import type { Clause, Filter } from '../../domain/filter/filter.js';
import { SCORED_WINDOW } from '../../domain/search/confidence.js';
import type { MatchedForms } from '../../domain/search/word-query.js';
import type { SortKey, SortValue } from '../../domain/sort/sort.js';
import type { Hit, TextQuery } from '../../engine/engine.js';
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

export interface FoundDocument extends Pick<Hit, 'score' | 'passage'> {
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
  /** By what the documents show that they match; null where no words were searched for. */
  matched: MatchedForms | null;
}

/** The order of lists that have no relevance to sort by: newest first. */
const NEWEST_FIRST: readonly SortKey[] = [{ field: 'created_at', order: 'desc', missing: '_last' }];
const BEST_FIRST: readonly SortKey[] = [{ field: '_score', order: 'desc', missing: '_last' }];

/** One page of the documents that match. Lists have no end; what is found by a text query ends at `SCORED_WINDOW`. */
export async function findPage(request: PageRequest, text: TextQuery | null, context: OperationContext): Promise<Page> {
  const { page, limit } = request;
  const { collection, queryTimeLimit, signal } = context;
  const plan = {
    scope: searchScope(request, context),
    filter: request.filter,
    text,
    sort: sortOf(request, text),
    window: { offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit },
    facets: request.facets,
    timeLimit: queryTimeLimit,
  };
  const findings = await collection.engine.find(plan, { signal });
  const end = text === null ? Number.POSITIVE_INFINITY : SCORED_WINDOW;
  const hasMore = page * limit < findings.total && (page + 1) * limit <= end;
  const ids = findings.hits.map(({ id }) => id);
  const stored = await context.collection.documents.getMany(ids, ['head']);
  return {
    data: findings.hits.flatMap(({ sortValues, score, passage }, index) => {
      // Since the query ran, the document may have been deleted, or given to a tenant the caller must not see.
      const document = visible(context.caller, stored[index]?.head ?? null);
      const sortValue = request.sort.length > 0 ? sortValues : null;
      return document === null ? [] : [{ document, sortValue, score, passage }];
    }),
    facets: findings.facets,
    total: findings.total,
    hasMore,
    nextPage: hasMore ? page + 1 : null,
    matched: findings.matched,
  };
}

/** The limits of a read that hold whatever its filter says. */
export function searchScope(
  { tenantIds, language }: Pick<PageRequest, 'tenantIds' | 'language'>,
  { caller }: OperationContext,
): Clause[] {
  return [...tenantScope(caller, tenantIds), ...languageScope(language)];
}

function sortOf({ sort }: PageRequest, text: TextQuery | null): readonly SortKey[] {
  if (sort.length > 0) return sort;
  return text === null ? NEWEST_FIRST : BEST_FIRST;
}

/** By the name of the facet. */
export function namedFacets(facets: readonly Facet[], results: readonly FacetResult[]): Record<string, FacetResult> {
  return Object.fromEntries(facets.map(({ name }, index): [string, FacetResult] => [name, results[index]]));
}

function languageScope(language: Language | null): Clause[] {
  return language === null ? [] : [{ kind: 'terms', field: 'language', values: [language] }];
}
