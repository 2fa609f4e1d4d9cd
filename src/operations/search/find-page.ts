import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Passage } from '../../domain/document/vectors.js';
import type { Facet, FacetResult } from '../../domain/facet/facet.js';
import type { Clause, Filter, SortKey, SortValue } from '../../domain/filter/filter.js';
import { SCORED_WINDOW } from '../../domain/search/confidence.js';
import type { MatchedForms } from '../../domain/search/word-query.js';
import type { Hit, TextQuery } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';
import { type AppliedCuration, type FoundCurations, NO_CURATIONS } from '../rules/find-curations.js';
import type { AppliedSynonym } from '../rules/find-synonyms.js';
import { searchedTenants, tenantScope, visible } from '../tenancy.js';

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

export interface FoundDocument extends Pick<Hit, 'score' | 'passage' | 'explanation'> {
  document: DocumentHead;
  /** The values it was sorted by; null if the request has no sort. */
  sortValue: SortValue[] | null;
  /** Null if it has none, or if it was not to be read. */
  content: string | null;
  /** Empty if it was not embedded, or if they were not to be read. */
  passages: readonly Passage[];
}

/** What of the texts of hits is read with them. */
export type TextPart = 'content' | 'passages';

interface PageOptions {
  curations?: FoundCurations;
  parts?: readonly TextPart[];
}

export interface Page {
  data: FoundDocument[];
  /** In the order of the request's facets. */
  facets: FacetResult[];
  total: number;
  /** Set where the total is not exact. */
  totalRelation?: 'approximate';
  hasMore: boolean;
  nextPage: number | null;
  /** The forms of the query's words that matched, to highlight them; null if words were not searched. */
  matched: MatchedForms | null;
  /** Quoted phrases that no document in scope has: their words were searched instead. */
  relaxedPhrases: readonly string[];
  appliedCurations: readonly AppliedCuration[];
}

/** The default order of lists, which have no score. */
const NEWEST_FIRST: readonly SortKey[] = [{ field: 'created_at', order: 'desc', missing: '_last' }];
const BEST_FIRST: readonly SortKey[] = [{ field: '_score', order: 'desc', missing: '_last' }];

/**
 * One page of the matching documents. Lists can be paged to their end, scored results up to `SCORED_WINDOW`. What curations pin
 * comes first where the most relevant would; what they hide is hidden in any order.
 */
export async function findPage(
  request: PageRequest,
  text: TextQuery | null,
  context: OperationContext,
  { curations: { curations, pinned, hidden } = NO_CURATIONS, parts = [] }: PageOptions = {},
): Promise<Page> {
  const { page, limit } = request;
  const { collection, queryTimeLimit, signal } = context;
  const plan = {
    scope: searchScope(request, context),
    filter: request.filter,
    text,
    ...(pinned.length > 0 && isByRelevance(request) && { pinned }),
    ...(hidden.length > 0 && { hidden }),
    sort: sortOf(request, text),
    window: { offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit },
    facets: request.facets,
    timeLimit: queryTimeLimit,
  };
  const findings = await collection.engine.find(plan, { signal });
  const end = text === null ? Number.POSITIVE_INFINITY : SCORED_WINDOW;
  const hasMore = page * limit < findings.total && (page + 1) * limit <= end;
  return {
    data: await readHits(findings.hits, parts, request, context),
    facets: findings.facets,
    total: findings.total,
    ...(findings.totalRelation && { totalRelation: findings.totalRelation }),
    hasMore,
    nextPage: hasMore ? page + 1 : null,
    matched: findings.matched,
    relaxedPhrases: findings.relaxedPhrases,
    appliedCurations: curations.map(({ id, pin, hide }) => ({
      id,
      pinned: amongThem(pin, findings.pinned),
      hidden: amongThem(hide, findings.hidden),
    })),
  };
}

async function readHits(
  hits: readonly Hit[],
  parts: readonly TextPart[],
  { sort }: PageRequest,
  { collection, caller }: OperationContext,
): Promise<FoundDocument[]> {
  const ids = hits.map(({ id }) => id);
  const stored = await collection.documents.getMany(ids, ['head', ...parts]);
  // Not `flatMap`: V8 treats its result as an array with holes, which takes longer to send to a thread.
  const found: FoundDocument[] = [];
  for (const [index, { sortValues, score, passage, explanation }] of hits.entries()) {
    // The document may have been deleted, or moved to another tenant, since the query ran.
    const document = visible(caller, stored[index]?.head ?? null);
    if (document === null) continue;
    const { content = null, passages = [] } = stored[index] ?? {};
    const sortValue = sort.length > 0 ? sortValues : null;
    found.push({ document, sortValue, score, passage, explanation, content, passages });
  }
  return found;
}

function isByRelevance({ sort }: PageRequest): boolean {
  return sort.length === 0 || (sort[0].field === '_score' && sort[0].order === 'desc');
}

function amongThem(ids: readonly string[], found: readonly string[] = []): string[] {
  const all = new Set(found);
  return ids.filter((id) => all.has(id));
}

/** The clauses for tenants and language, which apply in addition to the filter. */
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

/** Facet results by facet name. */
export function namedFacets(facets: readonly Facet[], results: readonly FacetResult[]): Record<string, FacetResult> {
  return Object.fromEntries(facets.map(({ name }, index): [string, FacetResult] => [name, results[index]]));
}

function languageScope(language: Language | null): Clause[] {
  return language === null ? [] : [{ kind: 'terms', field: 'language', values: [language] }];
}

type BrowseRequest = Omit<PageRequest, 'filter' | 'facets'>;

/** Lists documents, by default newest first. */
export function browseDocuments(request: BrowseRequest, context: OperationContext): Promise<Page> {
  return findPage({ ...request, filter: null, facets: [] }, null, context);
}

interface FilterRequest extends PageRequest {
  filter: Filter;
}

interface FilteredPage extends Omit<Page, 'facets'> {
  /** By facet name; null if the request has no facets. */
  facetResult: Record<string, FacetResult> | null;
}

/** Finds documents by their fields and metadata, without text search. */
export async function filterDocuments(request: FilterRequest, context: OperationContext): Promise<FilteredPage> {
  const { facets, ...page } = await findPage(request, null, context);
  return { facetResult: request.facets.length > 0 ? namedFacets(request.facets, facets) : null, ...page };
}

interface SuggestRequest {
  query: string;
  tenantIds: readonly string[] | null;
  language: Language;
  filter: Filter | null;
  limit: number;
}

interface Suggestions {
  data: DocumentHead[];
  /** The number of matching documents, not only those returned. */
  total: number;
  appliedSynonyms: readonly AppliedSynonym[];
  appliedCurations: readonly AppliedCuration[];
}

/** Finds documents for a query that is still being typed: each of its words is the beginning of a word of the title. */
export async function suggestDocuments(request: SuggestRequest, context: OperationContext): Promise<Suggestions> {
  const { query: typed, language } = request;
  const { rules } = context.collection;
  const parts = [{ kind: 'words', text: typed, start: 0 } as const];
  const query = { parts, language, tenants: searchedTenants(context.caller, request.tenantIds) };
  const [synonyms, curations] = await Promise.all([rules.findSynonyms(query), rules.findCurations(query)]);
  const { alternatives } = synonyms;
  const { data, total, appliedCurations } = await findPage(
    { ...request, facets: [], sort: [], page: 1 },
    { kind: 'suggest', typed, language, ...(alternatives.length > 0 && { alternatives }) },
    context,
    { curations },
  );
  return { data: data.map(({ document }) => document), total, appliedSynonyms: synonyms.applied, appliedCurations };
}
