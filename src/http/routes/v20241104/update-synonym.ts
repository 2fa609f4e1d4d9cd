import { updateSynonym } from '../../../operations/rules/update-rules.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { answers } from '../../schemas/responses.js';
import { synonymChanges, synonymPath } from '../../schemas/rule-parameters.js';
import { EXAMPLE_SYNONYM, synonymResponse } from '../../schemas/rule-responses.js';
import { type Services, synonymContext } from '../../services.js';
import { sendSynonym } from '../../views/rule-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

export function updateSynonymRoute(server: TypedServer, services: Services): void {
  server.post(
    '/synonyms/:id',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'updateSynonym',
        tags: ['Search rules'],
        summary: 'Update a synonym',
        description:
          'Changes the fields that are sent. null for language or tenant_id lifts the limit. equivalent replaces from and to, ' +
          'and both together replace equivalent. The next search heeds it.',
        params: synonymPath,
        headers: idempotencyHeaders,
        body: synonymChanges,
        response: answers(synonymResponse, EXAMPLE_SYNONYM),
      },
    },
    async (request, reply) => {
      const update = { id: request.params.id, changes: request.body };
      const idempotent = idempotentRequest(services, request);
      return sendSynonym(await updateSynonym(update, synonymContext(services, request), idempotent), request, reply);
    },
  );
}
