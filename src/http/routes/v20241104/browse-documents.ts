import { Type } from 'typebox';
import { browseDocuments } from '../../../operations/search/find-page.js';
import { language } from '../../schemas/document-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import {
  answers,
  EXAMPLE_PAGE,
  echoes,
  enveloped,
  exampleEnvelope,
  listedDocument,
  pagination,
} from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { sortEcho } from '../../views/echo.js';
import { envelope, listedDocumentView, pagingView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const browseRequest = Type.Object(
  {
    language: Type.Optional(language),
    limit: list.limit,
    page: list.page,
    sort: Type.Optional(list.sortWithoutScore),
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ limit: 10, tenant_id: ['library'] }] },
);

const browseResult = enveloped('browse_result', { data: Type.Array(listedDocument), ...echoes, ...pagination });

const EXAMPLE = {
  ...exampleEnvelope('browse_result', '/v20241104/documents/browse'),
  ...EXAMPLE_PAGE,
  tenant_id: ['library'],
  sort: [{ created_at: { order: 'desc' } }],
  language: null,
};

export function browseDocumentsRoute(server: TypedServer, services: Services): void {
  server.post(
    '/documents/browse',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'browseDocuments',
        tags: ['Documents'],
        summary: 'Browse documents',
        description: 'Lists documents, by default newest first. There is no limit on how far you can page.',
        body: browseRequest,
        response: answers(browseResult, EXAMPLE),
      },
    },
    async (request) => {
      const { tenant_id = null, language = null, sort, limit, page } = request.body;
      const asked = { tenantIds: tenant_id, language, sort: sort?.keys ?? [], limit, page };
      const found = await browseDocuments(asked, operationContext(services, request));
      return {
        data: found.data.map(listedDocumentView),
        tenant_id,
        sort: sortEcho(sort, 'created_at'),
        language,
        ...pagingView(found, asked),
        ...envelope(request, 'browse_result'),
      };
    },
  );
}
