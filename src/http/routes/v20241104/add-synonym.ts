import { addSynonym } from '../../../operations/rules/manage-rules.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { answers } from '../../schemas/responses.js';
import { newSynonym } from '../../schemas/rule-parameters.js';
import { EXAMPLE_SYNONYM, synonymResponse } from '../../schemas/rule-responses.js';
import { type Services, synonymContext } from '../../services.js';
import { sendSynonym } from '../../views/rule-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const ADDED_EXAMPLE = { ...EXAMPLE_SYNONYM, url: '/v20241104/synonyms' };

export function addSynonymRoute(server: TypedServer, services: Services): void {
  server.post(
    '/synonyms',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'addSynonym',
        tags: ['Search rules'],
        summary: 'Add a synonym',
        description:
          'Makes words stand for others in lexical and hybrid search, auto-suggest, retrieve and generate-answer: equivalent ones ' +
          'for each other, or those of from for those of to. An id that is taken is a conflict.',
        headers: idempotencyHeaders,
        body: newSynonym,
        response: answers(synonymResponse, ADDED_EXAMPLE),
      },
    },
    async (request, reply) => {
      const idempotent = idempotentRequest(services, request);
      return sendSynonym(await addSynonym(request.body, synonymContext(services, request), idempotent), request, reply);
    },
  );
}
