import { type Static, Type } from 'typebox';
import { findSimilar } from '../../../operations/search/find-similar.js';
import type { CheckContext } from '../../checking/schema-node.js';
import { defaultsTo, parsedAs } from '../../schemas/checked.js';
import * as list from '../../schemas/list-parameters.js';
import {
  answers,
  EXAMPLE_HEAD,
  EXAMPLE_PAGING,
  echoes,
  enveloped,
  exampleEnvelope,
  exampleUsage,
  filterEcho,
  pagination,
  relatedDocument,
} from '../../schemas/responses.js';
import * as search from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { sortEcho } from '../../views/echo.js';
import { envelope, pagingView, relatedDocumentView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const weight = parsedAs<number, number>(
  Type.Number({ maximum: 1, description: 'Weight of this document among the sources; greater than 0.' }),
  refuseZero,
);

const sourceDocument = Type.Object(
  { id: search.namedDocument, weight: defaultsTo(weight, 1) },
  { title: 'SourceDocument', additionalProperties: false },
);

const parameters = Type.Object(
  {
    source_documents: Type.Array(sourceDocument, {
      minItems: 1,
      maxItems: 10,
      description: 'The documents to find similar ones for.',
    }),
    filter: Type.Optional(list.filter),
    language: search.searchLanguage,
    limit: list.limit,
    multilingual_search: search.multilingualSearch,
    page: list.page,
    sort: Type.Optional(list.sortWithScore),
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ source_documents: [{ id: 'tides-1', weight: 1 }] }] },
);

type SimilarRequest = Static<typeof parameters>;

const similarRequest = parsedAs<SimilarRequest, SimilarRequest>(parameters, (sent, context) => {
  list.checkWindow(sent, context);
  return sent;
});

const similarResult = enveloped('find_similar_result', {
  data: Type.Array(relatedDocument),
  source_documents: Type.Array(Type.Object({ id: Type.String(), weight: Type.Number() })),
  tenant_id: echoes.tenant_id,
  filter: filterEcho,
  sort: echoes.sort,
  language: echoes.language,
  multilingual_search: Type.Boolean(),
  ...pagination,
});

const EXAMPLE = {
  ...exampleEnvelope('find_similar_result', '/v20241104/find-similar'),
  ...exampleUsage(25),
  data: [{ ...EXAMPLE_HEAD, id: 'tides-2', title: 'Spring tides', confidence_level: 'high' }],
  source_documents: [{ id: 'tides-1', weight: 1 }],
  tenant_id: null,
  filter: null,
  sort: [{ _score: { order: 'desc' } }],
  language: 'en',
  multilingual_search: false,
  ...EXAMPLE_PAGING,
};

export function findSimilarRoute(server: TypedServer, services: Services): void {
  server.post(
    '/find-similar',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'findSimilar',
        tags: ['Search'],
        summary: 'Find similar documents',
        description:
          'Finds documents that are similar in meaning to the source documents: those that score 50 or more. The sources are ' +
          'not among the results.',
        body: similarRequest,
        response: answers(similarResult, EXAMPLE),
      },
    },
    async (request) => {
      const { source_documents, tenant_id = null, filter, sort, language, multilingual_search } = request.body;
      const { limit, page } = request.body;
      const asked = {
        sources: source_documents,
        tenantIds: tenant_id,
        language: multilingual_search ? null : language,
        filter: filter?.filter ?? null,
        sort: sort?.keys ?? [],
        limit,
        page,
      };
      const found = await findSimilar(asked, operationContext(services, request));
      return {
        data: found.data.map(relatedDocumentView),
        source_documents,
        tenant_id,
        filter: filter?.echo ?? null,
        sort: sortEcho(sort, '_score'),
        language: asked.language,
        multilingual_search,
        ...pagingView(found, asked),
        ...envelope(request, 'find_similar_result', found.semanticTokens),
      };
    },
  );
}

function refuseZero(sent: number, { path, problems }: CheckContext): number {
  if (sent <= 0) problems.add(path, 'parameter_too_small', `${path} must be greater than 0, not ${sent}.`);
  return sent;
}
