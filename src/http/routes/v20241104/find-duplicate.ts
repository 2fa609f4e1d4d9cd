import { type Static, Type } from 'typebox';
import { findDuplicates } from '../../../operations/search/find-similar.js';
import { parsedAs } from '../../schemas/checked.js';
import { languageCode } from '../../schemas/document-parameters.js';
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
import { namedDocument, searchLanguage } from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { sortEcho } from '../../views/echo.js';
import { envelope, pagingView, relatedDocumentView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const parameters = Type.Object(
  {
    document_id: namedDocument,
    filter: Type.Optional(list.filter),
    language: searchLanguage,
    limit: list.limit,
    page: list.page,
    sort: Type.Optional(list.sortWithScore),
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ document_id: 'tides-1' }] },
);

type DuplicateRequest = Static<typeof parameters>;

const duplicateRequest = parsedAs<DuplicateRequest, DuplicateRequest>(parameters, (sent, context) => {
  list.checkWindow(sent, context);
  return sent;
});

const duplicateResult = enveloped('find_duplicate_result', {
  data: Type.Array(relatedDocument),
  document_id: Type.String(),
  tenant_id: echoes.tenant_id,
  filter: filterEcho,
  sort: echoes.sort,
  language: languageCode,
  ...pagination,
});

const EXAMPLE = {
  ...exampleEnvelope('find_duplicate_result', '/v20241104/find-duplicate'),
  ...exampleUsage(25),
  data: [{ ...EXAMPLE_HEAD, id: 'tides-copy', confidence_level: 'very_high' }],
  document_id: 'tides-1',
  tenant_id: null,
  filter: null,
  sort: [{ _score: { order: 'desc' } }],
  language: 'en',
  ...EXAMPLE_PAGING,
};

export function findDuplicateRoute(server: TypedServer, services: Services): void {
  server.post(
    '/find-duplicate',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'findDuplicate',
        tags: ['Search'],
        summary: 'Find duplicates of a document',
        description:
          'Finds copies of a document, even with small edits, reordered paragraphs, another title or another format. ' +
          'Documents that are merely about the same topic are not duplicates.',
        body: duplicateRequest,
        response: answers(duplicateResult, EXAMPLE),
      },
    },
    async (request) => {
      const { document_id, tenant_id = null, filter, sort, language, limit, page } = request.body;
      const asked = {
        documentId: document_id,
        tenantIds: tenant_id,
        language,
        filter: filter?.filter ?? null,
        sort: sort?.keys ?? [],
        limit,
        page,
      };
      const found = await findDuplicates(asked, operationContext(services, request));
      return {
        data: found.data.map(relatedDocumentView),
        document_id,
        tenant_id,
        filter: filter?.echo ?? null,
        sort: sortEcho(sort, '_score'),
        language,
        ...pagingView(found, asked),
        ...envelope(request, 'find_duplicate_result', found.semanticTokens),
      };
    },
  );
}
