import { type SearchHit, type SearchRequest, searchDocuments } from '../../../operations/search/search-documents.js';
import { sentFacets } from '../../schemas/facet-parameters.js';
import { answers } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { echoAdvancedFacets } from '../../views/echo.js';
import { envelope, headView, pagingView, sortEcho } from '../../views/views.js';
import type { TypedServer } from '../route.js';
import { SEARCH_EXAMPLE, type SearchBody, searchRequest, searchResult } from './search-schema.js';

export function searchRoute(server: TypedServer, services: Services): void {
  server.post(
    '/search',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'search',
        tags: ['Search'],
        summary: 'Search documents',
        description:
          'Finds documents by words, by meaning or by both, best first. "Quoted phrases" must occur as they are written, ' +
          'and what follows a minus sign, -word or -"phrase", must not occur. Totals and facets are exact.',
        body: searchRequest,
        response: answers(searchResult, SEARCH_EXAMPLE),
      },
    },
    async (request) => {
      const { body } = request;
      const asked = searchOf(body);
      const found = await searchDocuments(asked, operationContext(services, request));
      return {
        data: found.data.map(hitView),
        facet_result: found.facetResult,
        ...echoOf(body),
        ...pagingView(found, asked),
        ...envelope(request, 'search_result', found.semanticTokens),
      };
    },
  );
}

function searchOf(body: SearchBody): SearchRequest {
  const { pre_tag, post_tag } = body.highlight_tags;
  return {
    query: body.query,
    type: body.search_type,
    language: body.multilingual_search ? null : body.language,
    cutoff: body.ai_search_cutoff_score,
    semanticShare: body.hybrid_search_ai_ratio,
    typos: body.fuzzy_search ? 'forgiven' : 'refused',
    excerpts: body.excerpts,
    presentation: {
      tags: body.highlights ? { pre: pre_tag, post: post_tag } : null,
      fragments: body.highlight_fragments,
      fragmentSize: body.highlight_fragment_size,
    },
    tenantIds: body.tenant_id ?? null,
    filter: body.filter?.filter ?? null,
    facets: body.facets,
    sort: body.sort?.keys ?? [],
    limit: body.limit,
    page: body.page,
  };
}

/** Null stands for what does not apply to the type of search. */
function echoOf(body: SearchBody) {
  const isLexical = body.search_type === 'lexical';
  return {
    query: body.query,
    search_type: body.search_type,
    hybrid_search_ai_ratio: body.search_type === 'hybrid' ? body.hybrid_search_ai_ratio : null,
    tenant_id: body.tenant_id ?? null,
    filter: body.filter?.echo ?? null,
    sort: sortEcho(body.sort, '_score'),
    facet: body.facet ?? null,
    facet_advanced: echoAdvancedFacets(sentFacets(body), body.facets),
    language: body.language,
    multilingual_search: body.multilingual_search,
    fuzzy_search: body.search_type === 'ai_semantic' ? null : body.fuzzy_search,
    highlights: body.highlights,
    excerpts: body.excerpts,
    ai_search_cutoff_score: isLexical ? null : body.ai_search_cutoff_score,
  };
}

/** Field by field: a copy of the head with another title takes five times as long, for each of up to a hundred hits. */
function hitView({ document, title, excerpt, confidence, sortValue }: SearchHit) {
  const head = headView(document);
  return {
    id: head.id,
    title,
    source_uri: head.source_uri,
    metadata: head.metadata,
    tenant_id: head.tenant_id,
    language: head.language,
    created_at: head.created_at,
    updated_at: head.updated_at,
    excerpt,
    confidence_level: confidence,
    sort_value: sortValue,
  };
}
