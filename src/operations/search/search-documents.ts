import type { DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { FacetResult } from '../../domain/facet/facet.js';
import type { SortValue } from '../../domain/filter/filter.js';
import { type ConfidenceLevel, confidenceLevel } from '../../domain/search/confidence.js';
import type { QueryPart } from '../../domain/search/word-query.js';
import type { SemanticQuery, TextQuery } from '../../engine/engine.js';
import type { Presentation } from '../../text/excerpts/make-excerpts.js';
import { queryParts } from '../../text/query/query-parts.js';
import type { OperationContext } from '../context.js';
import { type FoundCurations, NO_CURATIONS } from '../rules/find-curations.js';
import { type AppliedSynonym, type FoundSynonyms, NO_SYNONYMS } from '../rules/find-synonyms.js';
import { searchedTenants } from '../tenancy.js';
import { explainHits, type HitExplanation } from './explain-hits.js';
import { findPage, namedFacets, type Page, type PageRequest, type TextPart } from './find-page.js';
import { presentHits } from './present-hits.js';
import { queryVectors } from './query-vectors.js';

export const SEARCH_TYPES = ['ai_semantic', 'hybrid', 'lexical'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchRequest extends Omit<PageRequest, 'language'> {
  query: string;
  type: SearchType;
  /** Null to search all languages, which only ai_semantic can do. */
  language: Language | null;
  /** Semantic scores must be above this. */
  cutoff: number;
  /** The weight of the semantic score in a hybrid search. */
  semanticShare: number;
  typos: 'forgiven' | 'refused';
  excerpts: boolean;
  presentation: Presentation;
  /** Whether hits explain their scores. */
  explain: boolean;
}

export interface SearchHit {
  document: DocumentHead;
  /** With matches highlighted if the request asks for it. */
  title: string;
  excerpt: string | null;
  confidence: ConfidenceLevel;
  sortValue: SortValue[] | null;
  /** Only if the request asks for it. */
  explanation?: HitExplanation;
}

interface SearchPage extends Pick<Page, 'total' | 'hasMore' | 'nextPage' | 'relaxedPhrases' | 'appliedCurations'> {
  data: SearchHit[];
  appliedSynonyms: readonly AppliedSynonym[];
  facetResult: Record<string, FacetResult>;
  semanticTokens: number;
}

/** Finds documents by words, by meaning, or by both. */
export async function searchDocuments(request: SearchRequest, context: OperationContext): Promise<SearchPage> {
  const parts = queryParts(request.query);
  const { synonyms, curations } = await rulesFor(request, parts, context);
  const { text, meaning } = await textQuery(request, { parts, synonyms }, context);
  const textParts = partsToRead(request, meaning);
  const { data, facets, matched, ...page } = await findPage(request, text, context, { curations, parts: textParts });
  const vector = meaning?.semantic.vector ?? null;
  const shown = await presentHits({ parts, hits: data, matched, meaning: vector, ...request }, context);
  const explanations = request.explain ? explainHits(data) : [];
  return {
    data: data.map(({ document, sortValue, score }, index) => ({
      document,
      title: shown[index].title,
      excerpt: shown[index].excerpt,
      confidence: confidenceLevel(score),
      sortValue,
      explanation: explanations[index],
    })),
    facetResult: namedFacets(request.facets, facets),
    semanticTokens: meaning?.tokens ?? 0,
    appliedSynonyms: synonyms.applied,
    ...page,
  };
}

/** Excerpts are made of contents; they and explanations show the best passages, which only a search by meaning knows. */
function partsToRead({ excerpts, explain }: SearchRequest, meaning: QueryMeaning | null): TextPart[] {
  const parts: TextPart[] = excerpts ? ['content'] : [];
  return meaning !== null && (excerpts || explain) ? [...parts, 'passages'] : parts;
}

/** What administrators have said about a query. It is about words, so a search by meaning alone is left as it is. */
async function rulesFor(
  { type, language, tenantIds }: SearchRequest,
  parts: readonly QueryPart[],
  { caller, collection: { rules } }: OperationContext,
): Promise<{ synonyms: FoundSynonyms; curations: FoundCurations }> {
  if (type === 'ai_semantic' || language === null) return { synonyms: NO_SYNONYMS, curations: NO_CURATIONS };
  const query = { parts, language, tenants: searchedTenants(caller, tenantIds) };
  const [synonyms, curations] = await Promise.all([rules.findSynonyms(query), rules.findCurations(query)]);
  return { synonyms, curations };
}

async function textQuery(
  request: SearchRequest,
  { parts, synonyms: { alternatives } }: { parts: readonly QueryPart[]; synonyms: FoundSynonyms },
  context: OperationContext,
): Promise<{ text: TextQuery; meaning: QueryMeaning | null }> {
  const { type, language, typos, semanticShare, excerpts, presentation, explain } = request;
  const words =
    type === 'ai_semantic' || language === null
      ? null
      : { language, parts, typos, ...(alternatives.length > 0 && { alternatives }) };
  const meaning = type === 'lexical' ? null : await embedMeaning(request, parts, context);
  const withForms = excerpts || presentation.tags !== null;
  const semantic = meaning?.semantic ?? null;
  return { text: { kind: 'search', words, semantic, semanticShare, withForms, explain }, meaning };
}

/** Excluded words are not embedded in a hybrid search; null if the query has no others. */
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

interface QueryMeaning {
  semantic: SemanticQuery;
  /** The tokens of the query that were read. */
  tokens: number;
}

/**
 * `language` is null if all languages are searched: the query may then be in any of them. It is embedded for languages with an
 * encoder of their own as well, so that their documents score at least what they score in a search of their language.
 */
export async function embedQuery(
  { query, language, cutoff }: { query: string; language: Language | null; cutoff: number },
  { embedder, scale }: Pick<OperationContext, 'embedder' | 'scale'>,
): Promise<QueryMeaning> {
  const own = language === null ? (embedder.ownLanguages ?? []) : [];
  const { inLanguages, tokens } = await queryVectors(query, [language, ...own], embedder);
  const [[vector, ...furtherVectors], ...ofOwn] = inLanguages;
  const ofLanguages = own.flatMap((one, i) => ofOwn[i].map((ownVector) => ({ language: one, vector: ownVector })));
  return { semantic: { vector, furtherVectors, ofLanguages, space: embedder.space, cutoff, scale }, tokens };
}
