import { Type } from 'typebox';
import { browseRules } from '../../../operations/rules/manage-rules.js';
import * as list from '../../schemas/list-parameters.js';
import { answers } from '../../schemas/responses.js';
import { curationPage, EXAMPLE_CURATION_PAGE } from '../../schemas/rule-responses.js';
import { curationContext, type Services } from '../../services.js';
import { curationView } from '../../views/rule-views.js';
import { envelope, pagingView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const browseRequest = Type.Object(
  {
    limit: list.limit,
    page: list.page,
    tenant_id: Type.Optional({ ...list.tenantIds, description: 'Lists only curations of these tenants.' }),
  },
  { additionalProperties: false, examples: [{ limit: 10 }] },
);

export function browseCurationsRoute(server: TypedServer, services: Services): void {
  server.post(
    '/curations/browse',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'browseCurations',
        tags: ['Search rules'],
        summary: 'Browse curations',
        description:
          'Lists curations, newest first. A key that is bound to tenants sees theirs and those without a tenant.',
        body: browseRequest,
        response: answers(curationPage, EXAMPLE_CURATION_PAGE),
      },
    },
    async (request) => {
      const { tenant_id = null, limit, page } = request.body;
      const asked = { tenantIds: tenant_id, limit, page };
      const found = await browseRules(asked, curationContext(services, request));
      return {
        data: found.data.map(curationView),
        tenant_id,
        ...pagingView(found, asked),
        ...envelope(request, 'browse_result'),
      };
    },
  );
}
