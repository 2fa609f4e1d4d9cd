import { Type } from 'typebox';
import { suggestDocuments } from '../../../operations/search/find-page.js';
import { defaultsTo } from '../../schemas/checked.js';
import { languageCode } from '../../schemas/document-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import {
  answers,
  documentHead,
  EXAMPLE_HEAD,
  echoes,
  enveloped,
  exampleEnvelope,
  filterEcho,
} from '../../schemas/responses.js';
import { appliedRules } from '../../schemas/rule-responses.js';
import { queryOfLength, searchLanguage } from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { appliedRulesView } from '../../views/rule-views.js';
import { envelope, headView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const suggestRequest = Type.Object(
  {
    query: queryOfLength(50),
    filter: Type.Optional(list.filter),
    language: searchLanguage,
    limit: defaultsTo(Type.Integer({ minimum: 1, maximum: 10, description: 'Maximum number of suggestions.' }), 5),
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ query: 'how ti' }] },
);

const suggestResult = enveloped('auto_suggest_result', {
  query: Type.String(),
  data: Type.Array(Type.Object(documentHead, { title: 'SuggestedDocument' })),
  tenant_id: echoes.tenant_id,
  language: languageCode,
  filter: filterEcho,
  total_number_of_results: Type.Integer({ description: 'Exact number of documents that match without a typo.' }),
  limit: Type.Integer(),
  ...appliedRules,
});

const EXAMPLE = {
  ...exampleEnvelope('auto_suggest_result', '/v20241104/auto-suggest'),
  query: 'how ti',
  data: [EXAMPLE_HEAD],
  tenant_id: null,
  language: 'en',
  filter: null,
  total_number_of_results: 1,
  limit: 5,
};

export function autoSuggestRoute(server: TypedServer, services: Services): void {
  server.post(
    '/auto-suggest',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'autoSuggest',
        tags: ['Search'],
        summary: 'Suggest documents while a query is typed',
        description:
          'Finds documents by title: every word of the query must be the beginning of a word of the title. Case and accents ' +
          'are ignored. Words of four letters or more may contain a typo; such titles come last and are not counted.',
        body: suggestRequest,
        response: answers(suggestResult, EXAMPLE),
      },
    },
    async (request) => {
      const { query, tenant_id = null, language, filter, limit } = request.body;
      const asked = { query, tenantIds: tenant_id, language, filter: filter?.filter ?? null, limit };
      const { data, total, ...applied } = await suggestDocuments(asked, operationContext(services, request));
      return {
        query,
        data: data.map(headView),
        tenant_id,
        language,
        filter: filter?.echo ?? null,
        total_number_of_results: total,
        limit,
        ...appliedRulesView(applied),
        ...envelope(request, 'auto_suggest_result'),
      };
    },
  );
}
