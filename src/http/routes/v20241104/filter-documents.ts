import { type Static, Type } from 'typebox';
import type { Facet } from '../../../domain/facet/facet.js';
import { filterDocuments } from '../../../operations/search/find-page.js';
import { parseFacets } from '../../../query-language/facet/parse-facets.js';
import { nullable, parsedAs } from '../../schemas/checked.js';
import { language } from '../../schemas/document-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import { facet, facetAdvanced, sentFacets } from '../../schemas/list-parameters.js';
import {
  answers,
  EXAMPLE_PAGE,
  echoes,
  enveloped,
  exampleEnvelope,
  facetEchoes,
  facetResult,
  listedDocument,
  pagination,
} from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { echoAdvancedFacets, type FilterEcho, sortEcho } from '../../views/echo.js';
import { envelope, facetsView, listedDocumentView, pagingView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const parameters = Type.Object(
  {
    filter: list.filter,
    facet: Type.Optional(facet),
    facet_advanced: Type.Optional(facetAdvanced),
    language: Type.Optional(language),
    limit: list.limit,
    page: list.page,
    sort: Type.Optional(list.sortWithoutScore),
    tenant_id: Type.Optional(list.tenantIds),
  },
  {
    additionalProperties: false,
    examples: [{ filter: { must: [{ term: { 'metadata.topic': 'oceans' } }] }, facet: ['language'] }],
  },
);

type FilterRequest = Static<typeof parameters>;

/** Facet names are unique across both lists, so the lists are parsed together. */
const filterRequest = parsedAs<FilterRequest, FilterRequest & { facets: Facet[] }>(parameters, (sent, context) => ({
  ...sent,
  facets: parseFacets(sentFacets(sent), context),
}));

const filterResult = enveloped('filter_result', {
  data: Type.Array(listedDocument),
  ...echoes,
  filter: Type.Unsafe<FilterEcho>({ type: 'object', title: 'FilterEcho', additionalProperties: true }),
  ...facetEchoes,
  facet_result: nullable<Record<string, object>>(facetResult),
  ...pagination,
});

const EXAMPLE = {
  ...exampleEnvelope('filter_result', '/v20241104/filter'),
  ...EXAMPLE_PAGE,
  tenant_id: null,
  sort: [{ created_at: { order: 'desc' } }],
  language: null,
  filter: { must: [{ term: { 'metadata.topic': 'oceans' } }], must_not: [], should: [], minimum_should_match: null },
  facet: ['language'],
  facet_advanced: null,
  facet_result: {
    language: { type: 'terms', values: [{ value: 'en', count: 1 }], other_count: 0, missing_count: 0 },
  },
};

export function filterDocumentsRoute(server: TypedServer, services: Services): void {
  server.post(
    '/filter',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'filterDocuments',
        tags: ['Search'],
        summary: 'Filter documents',
        description: 'Finds documents by their fields and metadata, without text search. Totals and facets are exact.',
        body: filterRequest,
        response: answers(filterResult, EXAMPLE),
      },
    },
    async (request) => {
      const { tenant_id = null, language = null, sort, filter, facets, limit, page } = request.body;
      const asked = {
        tenantIds: tenant_id,
        language,
        sort: sort?.keys ?? [],
        filter: filter.filter,
        facets,
        limit,
        page,
      };
      const { facetResult, ...found } = await filterDocuments(asked, operationContext(services, request));
      return {
        data: found.data.map(listedDocumentView),
        tenant_id,
        sort: sortEcho(sort, 'created_at'),
        language,
        filter: filter.echo,
        facet: request.body.facet ?? null,
        facet_advanced: echoAdvancedFacets(sentFacets(request.body), facets),
        facet_result: facetResult && facetsView(facetResult),
        ...pagingView(found, asked),
        ...envelope(request, 'filter_result'),
      };
    },
  );
}
