import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Facet } from '../../../domain/facet/facet.js';
import {
  SEARCH_TYPES,
  type SearchHit,
  type SearchRequest,
  type SearchType,
  searchDocuments,
} from '../../../operations/search/search-documents.js';
import { parseFacets } from '../../../query-language/facet/parse-facets.js';
import type { CheckContext } from '../../checking/schema-node.js';
import { choice, defaultsTo, nullable, parsedAs } from '../../schemas/checked.js';
import { explanation } from '../../schemas/explanation.js';
import * as list from '../../schemas/list-parameters.js';
import { facet, facetAdvanced, sentFacets } from '../../schemas/list-parameters.js';
import * as response from '../../schemas/responses.js';
import { answers, EXAMPLE_HEAD, EXAMPLE_PAGING, exampleEnvelope, exampleUsage } from '../../schemas/responses.js';
import { appliedRules } from '../../schemas/rule-responses.js';
import * as search from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { echoAdvancedFacets, sortEcho } from '../../views/echo.js';
import { explanationView } from '../../views/explanation-view.js';
import { appliedRulesView } from '../../views/rule-views.js';
import { envelope, facetsView, headView, pagingView } from '../../views/views.js';
import { queryLogHeaders, type TypedServer } from '../route.js';

const tag = Type.String({ minLength: 1, maxLength: 250 });

const searchType = choice<SearchType>(
  SEARCH_TYPES,
  'lexical matches words, ai_semantic matches meaning, hybrid combines the scores of both.',
  { title: 'SearchType' },
);

const parameters = Type.Object(
  {
    query: search.queryOfLength(1000),
    search_type: searchType,
    ai_search_cutoff_score: search.cutoff,
    explain: defaultsTo(Type.Boolean({ description: 'Adds to each result how its score came about.' }), false),
    excerpts: defaultsTo(Type.Boolean({ description: 'Whether to add an excerpt to each result.' }), true),
    facet: Type.Optional(facet),
    facet_advanced: Type.Optional(facetAdvanced),
    filter: Type.Optional(list.filter),
    fuzzy_search: defaultsTo(Type.Boolean({ description: 'Tolerates typos. ai_semantic ignores it.' }), true),
    highlights: defaultsTo(Type.Boolean({ description: 'Highlights matches in title and excerpt.' }), true),
    highlight_fragments: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 10, description: 'Maximum number of fragments in an excerpt.' }),
      5,
    ),
    highlight_fragment_size: defaultsTo(
      Type.Integer({ minimum: 25, maximum: 500, description: 'Length of a fragment in characters.' }),
      100,
    ),
    highlight_tags: defaultsTo(
      Type.Object(
        { pre_tag: tag, post_tag: tag },
        { additionalProperties: false, description: 'The text to put before and after each match.' },
      ),
      { pre_tag: '**', post_tag: '**' },
    ),
    hybrid_search_ai_ratio: defaultsTo(
      Type.Number({ minimum: 0.2, maximum: 0.8, description: 'Weight of the semantic score in hybrid search.' }),
      0.6,
    ),
    language: search.searchLanguage,
    limit: list.limit,
    multilingual_search: search.multilingualSearch,
    page: list.page,
    sort: Type.Optional(list.sortWithScore),
    tenant_id: Type.Optional(list.tenantIds),
  },
  {
    title: 'SearchRequest',
    additionalProperties: false,
    examples: [{ query: 'What makes the tides?', search_type: 'hybrid', facet: ['language'] }],
  },
);

type SentSearch = Static<typeof parameters>;

export const searchRequest = parsedAs<SentSearch, SentSearch & { facets: Facet[] }>(parameters, (sent, context) => {
  list.checkWindow(sent, context);
  checkLanguages(sent, context);
  return { facets: parseFacets(sentFacets(sent), context), ...sent };
});

export type SearchBody = Static<typeof searchRequest>;

/** Words are analysed in one language, so only semantic search works across languages. */
function checkLanguages({ multilingual_search, search_type }: SentSearch, { problems }: CheckContext): void {
  if (multilingual_search !== true || search_type === 'ai_semantic' || !SEARCH_TYPES.includes(search_type)) return;
  const message = `multilingual_search can be true only if search_type is "ai_semantic"; it is "${search_type}".`;
  problems.add('multilingual_search', 'parameter_invalid', message);
}

export const hit = Type.Object(
  {
    ...response.documentHead,
    excerpt: response.nullableText,
    confidence_level: response.confidence,
    sort_value: response.sortValue,
    explanation: Type.Optional(explanation),
  },
  { title: 'SearchHit' },
);

export const searchResult = response.enveloped('search_result', {
  query: Type.String(),
  search_type: searchType,
  hybrid_search_ai_ratio: nullable<number>(Type.Number()),
  data: Type.Array(hit),
  tenant_id: response.echoes.tenant_id,
  filter: response.filterEcho,
  sort: response.echoes.sort,
  ...response.facetEchoes,
  facet_result: response.facetResult,
  language: response.echoes.language,
  multilingual_search: Type.Boolean(),
  fuzzy_search: nullable<boolean>(Type.Boolean()),
  highlights: Type.Boolean(),
  excerpts: Type.Boolean(),
  ai_search_cutoff_score: nullable<number>(Type.Integer()),
  explain: Type.Optional(Type.Boolean({ description: 'Only present if it is true.' })),
  relaxed_phrases: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Quoted phrases that no document in scope has, and that were therefore searched as their words. Only present if there ' +
        'are any.',
    }),
  ),
  ...appliedRules,
  ...response.pagination,
});

export const SEARCH_EXAMPLE = {
  ...exampleEnvelope('search_result', '/v20241104/search'),
  ...exampleUsage(7),
  query: 'What makes the tides?',
  search_type: 'hybrid',
  hybrid_search_ai_ratio: 0.6,
  data: [
    {
      ...EXAMPLE_HEAD,
      title: 'How **tides** work',
      excerpt: 'The Moon pulls the oceans towards it, and they bulge on both sides of the Earth.',
      confidence_level: 'very_high',
      sort_value: null,
    },
  ],
  tenant_id: null,
  filter: null,
  sort: [{ _score: { order: 'desc' } }],
  facet: ['language'],
  facet_advanced: null,
  facet_result: {
    language: { type: 'terms', values: [{ value: 'en', count: 1 }], other_count: 0, missing_count: 0 },
  },
  language: 'en',
  multilingual_search: false,
  fuzzy_search: true,
  highlights: true,
  excerpts: true,
  ai_search_cutoff_score: 50,
  ...EXAMPLE_PAGING,
};

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
          'Finds documents by words, by meaning or by both, best first. A "quoted phrase" must occur exactly as written, ' +
          'unless no document has it: then it is read as its words. -word and -"phrase" exclude documents. Totals and facets ' +
          'are exact.',
        headers: queryLogHeaders,
        body: searchRequest,
        response: answers(searchResult, SEARCH_EXAMPLE),
      },
    },
    (request) => answerSearch(request.body, services, request),
  );
}

/** The response to a search, which may be one of several in a request. */
export async function answerSearch(body: SearchBody, services: Services, request: FastifyRequest) {
  const asked = searchOf(body);
  const context = operationContext(services, request);
  const begin = performance.now();
  const found = await searchDocuments(asked, context);
  // Further pages belong to a search that has been counted.
  if (asked.page === 1 && request.headers['x-query-log'] !== 'off') {
    const { mode, tenants } = context.caller;
    const milliseconds = performance.now() - begin;
    const { query } = asked;
    services.queryLog.note({ mode, tenants: asked.tenantIds ?? tenants, query, results: found.total, milliseconds });
  }
  return {
    data: found.data.map(hitView),
    facet_result: facetsView(found.facetResult),
    ...echoOf(body),
    ...(found.relaxedPhrases.length > 0 ? { relaxed_phrases: [...found.relaxedPhrases] } : null),
    ...appliedRulesView(found),
    ...pagingView(found, asked),
    ...envelope(request, 'search_result', found.semanticTokens),
  };
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
    explain: body.explain,
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

/** Parameters that do not apply to the type of search are null. */
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
    language: body.multilingual_search ? null : body.language,
    multilingual_search: body.multilingual_search,
    fuzzy_search: body.search_type === 'ai_semantic' ? null : body.fuzzy_search,
    highlights: body.highlights,
    excerpts: body.excerpts,
    ai_search_cutoff_score: isLexical ? null : body.ai_search_cutoff_score,
    ...(body.explain ? { explain: true } : null),
  };
}

/** Field by field: a copy of the head with another title takes five times as long, for each of up to a hundred hits. */
function hitView({ document, title, excerpt, confidence, sortValue, explanation }: SearchHit) {
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
    explanation: explanation && explanationView(explanation),
  };
}
