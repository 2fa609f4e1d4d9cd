import type {
  AppliedCuration,
  AppliedSynonym,
  ConfidenceLevel,
  Facet,
  FacetResults,
  FilterDocumentsRequest,
  ListedDocument,
  SearchExplanation,
  SearchHit,
  SearchRequest,
  SearchResult,
  Sextant,
} from '@sextant/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../../app/session.js';
import { MATCH_TAGS } from '../../shared/marked-text.js';

/** A search, or a list of documents if nothing is searched for. */
export type HitsRequest = { search: SearchRequest } | { list: FilterDocumentsRequest };

export type Hit = ListedDocument & { excerpt: string | null; confidence: ConfidenceLevel };

export interface HitsPage {
  hits: readonly Hit[];
  total: number;
  isApproximate: boolean;
  next: number | null;
  facets: FacetResults;
  relaxedPhrases: readonly string[];
  synonyms: readonly AppliedSynonym[];
  curations: readonly AppliedCuration[];
  milliseconds: number;
}

export interface Hits extends HitsPage {
  /** No newer answer is on its way. */
  isFresh: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

const PAGE_SIZE = 20;
/** For those who read: whole sentences rather than snippets. */
const EXCERPTS = { highlight_fragments: 2, highlight_fragment_size: 150, highlight_tags: MATCH_TAGS };

/**
 * The hits so far. The last answer stays until the next one is there, also while the service refuses what is being written.
 * Null before the first answer; a request that is not wanted any more is cancelled.
 */
export function useHits(request: HitsRequest, facets: readonly Facet[], isEnabled: boolean) {
  const { client } = useSession();
  const query = useInfiniteQuery({
    queryKey: ['search', 'hits', request, facets],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: page }): Promise<HitsPage> => {
      const since = performance.now();
      const part = { page, limit: PAGE_SIZE, ...(page === 1 && facets.length > 0 && { facet_advanced: [...facets] }) };
      const answer = await ask(client, request, part, signal);
      return { ...answer, milliseconds: performance.now() - since };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const kept = useRef(query.data);
  if (query.data !== undefined) kept.current = query.data;
  const pages = kept.current?.pages;
  const hits: Hits | null =
    pages === undefined || pages.length === 0
      ? null
      : {
          ...pages[0]!,
          hits: pages.flatMap((page) => page.hits),
          isFresh: !query.isPlaceholderData && !query.isFetching,
          hasMore: query.hasNextPage && !query.isPlaceholderData,
          isLoadingMore: query.isFetchingNextPage,
          loadMore: query.fetchNextPage,
        };
  return { hits, error: query.error, retry: query.refetch };
}

type Part = Pick<SearchRequest, 'page' | 'limit' | 'facet_advanced'>;

async function ask(client: Sextant, request: HitsRequest, part: Part, signal: AbortSignal) {
  if ('search' in request) {
    return answerOf(await client.search({ ...request.search, ...EXCERPTS, ...part }, { signal }));
  }
  const list = await client.documents.filter({ ...request.list, ...part }, { signal });
  return {
    hits: list.data.map((document): Hit => ({ ...document, excerpt: null, confidence: 'not_available' })),
    total: list.total_number_of_results,
    isApproximate: false,
    next: list.next_page,
    facets: list.facet_result ?? {},
    relaxedPhrases: [],
    synonyms: [],
    curations: [],
  };
}

function answerOf(result: SearchResult): Omit<HitsPage, 'milliseconds'> {
  return {
    hits: result.data.map(hitOf),
    total: result.total_number_of_results,
    isApproximate: result.total_relation === 'approximate',
    next: result.next_page,
    facets: result.facet_result,
    relaxedPhrases: result.relaxed_phrases ?? [],
    synonyms: result.applied_synonyms ?? [],
    curations: result.applied_curations ?? [],
  };
}

function hitOf({ confidence_level: confidence, ...hit }: SearchHit): Hit {
  return { ...hit, confidence };
}

/** How the score of one hit came about. It is asked for alone, as the page of one hit at its rank. */
export function useExplanation(request: SearchRequest | null, rank: number, id: string, isWanted: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['search', 'explanation', request, rank, id],
    queryFn: async ({ signal }): Promise<SearchExplanation | null> => {
      const { data } = await client.search({ ...request!, explain: true, limit: 1, page: rank }, { signal });
      // Documents may have come or gone since the hits were listed.
      return data[0]?.id === id ? (data[0].explanation ?? null) : null;
    },
    enabled: isWanted && request !== null,
  });
}

/** The same search in several modes, in one request. Each has its own answer, or its own error. */
export function useComparison(searches: readonly SearchRequest[], facets: readonly Facet[], isEnabled: boolean) {
  const { client } = useSession();
  const query = useQuery({
    queryKey: ['search', 'comparison', searches, facets],
    queryFn: async ({ signal }) => {
      const since = performance.now();
      const { data } = await client.multiSearch(
        {
          searches: searches.map((search, index) => ({
            ...search,
            ...EXCERPTS,
            highlight_fragments: 1,
            ...(index === 0 && facets.length > 0 && { facet_advanced: [...facets] }),
          })),
        },
        { signal },
      );
      const milliseconds = performance.now() - since;
      return {
        columns: data.map((entry) => ('error' in entry ? entry : { ...answerOf(entry), milliseconds })),
        milliseconds,
      };
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const kept = useRef(query.data);
  if (query.data !== undefined) kept.current = query.data;
  return {
    comparison: kept.current ?? null,
    isFresh: !query.isPlaceholderData && !query.isFetching,
    error: query.error,
    retry: query.refetch,
  };
}
