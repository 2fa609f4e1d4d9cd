import { findRule } from '../../../operations/rules/manage-rules.js';
import { answers } from '../../schemas/responses.js';
import { curationPath } from '../../schemas/rule-parameters.js';
import { curationResponse, EXAMPLE_CURATION } from '../../schemas/rule-responses.js';
import { curationContext, type Services } from '../../services.js';
import { curationView } from '../../views/rule-views.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

export function getCurationRoute(server: TypedServer, services: Services): void {
  server.get(
    '/curations/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getCuration',
        tags: ['Search rules'],
        summary: 'Retrieve a curation',
        description: 'Returns a curation.',
        params: curationPath,
        response: answers(curationResponse, EXAMPLE_CURATION),
      },
    },
    async (request) => ({
      ...curationView(await findRule(request.params.id, curationContext(services, request))),
      ...envelope(request, 'curation'),
    }),
  );
}
