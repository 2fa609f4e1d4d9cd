import { issueKey } from '../../../operations/keys/manage-keys.js';
import { secretRequest } from '../../admission/idempotency.js';
import { newKey } from '../../schemas/key-parameters.js';
import { EXAMPLE_ISSUED_KEY, issuedKey } from '../../schemas/key-responses.js';
import { answers } from '../../schemas/responses.js';
import { keyContext, type Services } from '../../services.js';
import { sendIssued } from '../../views/key-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const CREATED_EXAMPLE = { ...EXAMPLE_ISSUED_KEY, url: '/v20241104/keys' };

export function createKeyRoute(server: TypedServer, services: Services): void {
  server.post(
    '/keys',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'createKey',
        tags: ['Keys'],
        summary: 'Create a key',
        description:
          'Creates a key and returns its secret, which is shown only once. A key can not make one that may do more than itself.',
        headers: idempotencyHeaders,
        body: newKey,
        response: answers(issuedKey, CREATED_EXAMPLE),
      },
    },
    async (request, reply) => {
      const once = secretRequest(services, request);
      return sendIssued(await issueKey(request.body, keyContext(services, request), once), request, reply);
    },
  );
}
