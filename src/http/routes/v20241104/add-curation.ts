import { addCuration } from '../../../operations/rules/manage-rules.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { answers } from '../../schemas/responses.js';
import { newCuration } from '../../schemas/rule-parameters.js';
import { curationResponse, EXAMPLE_CURATION } from '../../schemas/rule-responses.js';
import { curationContext, type Services } from '../../services.js';
import { sendCuration } from '../../views/rule-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const ADDED_EXAMPLE = { ...EXAMPLE_CURATION, url: '/v20241104/curations' };

export function addCurationRoute(server: TypedServer, services: Services): void {
  server.post(
    '/curations',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'addCuration',
        tags: ['Search rules'],
        summary: 'Add a curation',
        description:
          'Puts documents first or hides them, in lexical and hybrid search and in auto-suggest, for a query or for all queries ' +
          'that contain it. An id that is taken is a conflict.',
        headers: idempotencyHeaders,
        body: newCuration,
        response: answers(curationResponse, ADDED_EXAMPLE),
      },
    },
    async (request, reply) => {
      const idempotent = idempotentRequest(services, request);
      return sendCuration(
        await addCuration(request.body, curationContext(services, request), idempotent),
        request,
        reply,
      );
    },
  );
}
