import { findRule } from '../../../operations/rules/manage-rules.js';
import { answers } from '../../schemas/responses.js';
import { synonymPath } from '../../schemas/rule-parameters.js';
import { EXAMPLE_SYNONYM, synonymResponse } from '../../schemas/rule-responses.js';
import { type Services, synonymContext } from '../../services.js';
import { synonymView } from '../../views/rule-views.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

export function getSynonymRoute(server: TypedServer, services: Services): void {
  server.get(
    '/synonyms/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getSynonym',
        tags: ['Search rules'],
        summary: 'Retrieve a synonym',
        description: 'Returns a synonym.',
        params: synonymPath,
        response: answers(synonymResponse, EXAMPLE_SYNONYM),
      },
    },
    async (request) => ({
      ...synonymView(await findRule(request.params.id, synonymContext(services, request))),
      ...envelope(request, 'synonym'),
    }),
  );
}
