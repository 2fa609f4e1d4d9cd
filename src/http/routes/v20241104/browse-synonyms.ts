import { Type } from 'typebox';
import type { Synonym } from '../../../domain/search/search-rule.js';
import { browseRules } from '../../../operations/rules/manage-rules.js';
import { language } from '../../schemas/document-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import { answers } from '../../schemas/responses.js';
import { EXAMPLE_SYNONYM_PAGE, synonymPage } from '../../schemas/rule-responses.js';
import { type Services, synonymContext } from '../../services.js';
import { synonymView } from '../../views/rule-views.js';
import { envelope, pagingView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const browseRequest = Type.Object(
  {
    language: Type.Optional({ ...language, description: 'Lists only synonyms of this language.' }),
    limit: list.limit,
    page: list.page,
    tenant_id: Type.Optional({ ...list.tenantIds, description: 'Lists only synonyms of these tenants.' }),
  },
  { additionalProperties: false, examples: [{ limit: 10 }] },
);

export function browseSynonymsRoute(server: TypedServer, services: Services): void {
  server.post(
    '/synonyms/browse',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'browseSynonyms',
        tags: ['Search rules'],
        summary: 'Browse synonyms',
        description:
          'Lists synonyms, newest first. A key that is bound to tenants sees theirs and those without a tenant.',
        body: browseRequest,
        response: answers(synonymPage, EXAMPLE_SYNONYM_PAGE),
      },
    },
    async (request) => {
      const { tenant_id = null, language = null, limit, page } = request.body;
      const asked = { tenantIds: tenant_id, limit, page };
      const isWanted = (synonym: Synonym) => language === null || synonym.language === language;
      const found = await browseRules(asked, synonymContext(services, request), isWanted);
      return {
        data: found.data.map(synonymView),
        language,
        tenant_id,
        ...pagingView(found, asked),
        ...envelope(request, 'browse_result'),
      };
    },
  );
}
