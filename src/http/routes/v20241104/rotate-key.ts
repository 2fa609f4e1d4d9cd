import { replaceSecret } from '../../../operations/keys/manage-keys.js';
import { secretRequest } from '../../admission/idempotency.js';
import { keyPath } from '../../schemas/key-parameters.js';
import { EXAMPLE_ISSUED_KEY, issuedKey } from '../../schemas/key-responses.js';
import { answers } from '../../schemas/responses.js';
import { keyContext, type Services } from '../../services.js';
import { sendIssued } from '../../views/key-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const ROTATED_EXAMPLE = { ...EXAMPLE_ISSUED_KEY, url: `${EXAMPLE_ISSUED_KEY.url}/rotate` };

export function rotateKeyRoute(server: TypedServer, services: Services): void {
  server.post(
    '/keys/:id/rotate',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'rotateKey',
        tags: ['Keys'],
        summary: 'Replace the secret of a key',
        description:
          'Gives a key a new secret, which is shown only once. The old one is refused as soon as this has answered. Not for a key ' +
          'with scopes that the calling key lacks.',
        headers: idempotencyHeaders,
        params: keyPath,
        response: answers(issuedKey, ROTATED_EXAMPLE),
      },
    },
    async (request, reply) => {
      const once = secretRequest(services, request);
      return sendIssued(await replaceSecret(request.params.id, keyContext(services, request), once), request, reply);
    },
  );
}
