import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { FacetResult } from '../../domain/facet/facet.js';
import { type ConfidenceLevel, confidenceLevel } from '../../domain/search/confidence.js';
import type { QueryPart } from '../../domain/search/word-query.js';
import type { SortValue } from '../../domain/sort/sort.js';
import type { TextQuery } from '../../engine/engine.js';
import type { Presentation } from '../../text/excerpts/make-excerpts.js';
import { queryParts } from '../../text/query/query-parts.js';
import type { OperationContext } from '../context.js';
import { embedQuery, type QueryMeaning } from './embed-query.js';
import { findPage, namedFacets, type Page, type PageRequest } from './find-page.js';
import { presentHits } from './present-hits.js';

export const SEARCH_TYPES = ['ai_semantic', 'hybrid', 'lexical'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchRequest extends Omit<PageRequest, 'language'> {
  query: string;
  type: SearchType;
  /** Null for documents of all languages, which only a search by meaning alone can do. */
  language: Language | null;
  /** What a search by meaning must score above. */
  cutoff: number;
  /** The share of meaning in a hybrid search. */
  semanticShare: number;
  typos: 'forgiven' | 'refused';
  excerpts: boolean;
  presentation: Presentation;
}

export interface SearchHit {
  document: DocumentHead;
  /** With its matches marked, where that was asked for. */
  title: string;
  excerpt: string | null;
  confidence: ConfidenceLevel;
  sortValue: SortValue[] | null;
}

export interface SearchPage extends Pick<Page, 'total' | 'hasMore' | 'nextPage'> {
  data: SearchHit[];
  facetResult: Record<string, FacetResult>;
  semanticTokens: number;
}

/** Finds documents by words, by meaning, or by both. */
export async function searchDocuments(request: SearchRequest, context: OperationContext): Promise<SearchPage> {
  const parts = queryParts(request.query);
  const { text, meaning } = await textQuery(request, parts, context);
  const { data, facets, matched, ...paging } = await findPage(request, text, context);
  const vector = meaning?.semantic.vector ?? null;
  const shown = await presentHits({ parts, hits: data, matched, meaning: vector, ...request }, context);
  return {
    data: data.map(({ document, sortValue, score }, index) => ({
      document,
      title: shown[index].title,
      excerpt: shown[index].excerpt,
      confidence: confidenceLevel(score),
      sortValue,
    })),
    facetResult: namedFacets(request.facets, facets),
    semanticTokens: meaning?.tokens ?? 0,
    ...paging,
  };
}

async function textQuery(
  request: SearchRequest,
  parts: readonly QueryPart[],
  context: OperationContext,
): Promise<{ text: TextQuery; meaning: QueryMeaning | null }> {
  const { type, language, typos, semanticShare } = request;
  const words = type === 'ai_semantic' || language === null ? null : { language, parts, typos };
  const meaning = type === 'lexical' ? null : await embedMeaning(request, parts, context);
  return { text: { kind: 'search', words, semantic: meaning?.semantic ?? null, semanticShare }, meaning };
}

/** What a hybrid search excludes is no part of what it means. A query of exclusions alone means nothing. */
async function embedMeaning(
  request: SearchRequest,
  parts: readonly QueryPart[],
  context: OperationContext,
): Promise<QueryMeaning | null> {
  if (request.type === 'ai_semantic') return embedQuery(request, context);
  const wanted = parts.filter(({ kind }) => kind === 'words' || kind === 'phrase');
  const query = wanted
    .map(({ text }) => text.trim())
    .join(' ')
    .trim();
  return query === '' ? null : embedQuery({ ...request, query }, context);
}
