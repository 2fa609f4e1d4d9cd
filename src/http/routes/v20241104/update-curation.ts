import { updateCuration } from '../../../operations/rules/update-rules.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { answers } from '../../schemas/responses.js';
import { curationChanges, curationPath } from '../../schemas/rule-parameters.js';
import { curationResponse, EXAMPLE_CURATION } from '../../schemas/rule-responses.js';
import { curationContext, type Services } from '../../services.js';
import { sendCuration } from '../../views/rule-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

export function updateCurationRoute(server: TypedServer, services: Services): void {
  server.post(
    '/curations/:id',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'updateCuration',
        tags: ['Search rules'],
        summary: 'Update a curation',
        description:
          'Changes the fields that are sent; pin and hide are replaced as a whole. null for tenant_id lifts the limit. The next ' +
          'search heeds it.',
        params: curationPath,
        headers: idempotencyHeaders,
        body: curationChanges,
        response: answers(curationResponse, EXAMPLE_CURATION),
      },
    },
    async (request, reply) => {
      const update = { id: request.params.id, changes: request.body };
      const idempotent = idempotentRequest(services, request);
      return sendCuration(await updateCuration(update, curationContext(services, request), idempotent), request, reply);
    },
  );
}
