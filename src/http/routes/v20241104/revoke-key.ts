import { describeKey } from '../../../operations/keys/keys.js';
import { endKey } from '../../../operations/keys/manage-keys.js';
import { keyPath } from '../../schemas/key-parameters.js';
import { EXAMPLE_KEY, keyResponse } from '../../schemas/key-responses.js';
import { answers } from '../../schemas/responses.js';
import { keyContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const REVOKED_EXAMPLE = { ...EXAMPLE_KEY, status: 'revoked', revoked_at: '2024-11-05T09:30:00.000Z' };

export function revokeKeyRoute(server: TypedServer, services: Services): void {
  server.delete(
    '/keys/:id',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'revokeKey',
        tags: ['Keys'],
        summary: 'Revoke a key',
        description:
          'Ends a key for good: it is refused as soon as this has answered, and remains listed as revoked. The calling key may ' +
          'revoke itself. Revoking a key a second time changes nothing.',
        params: keyPath,
        response: answers(keyResponse, REVOKED_EXAMPLE),
      },
    },
    async (request) => ({
      ...describeKey(await endKey(request.params.id, keyContext(services, request))),
      ...envelope(request, 'key'),
    }),
  );
}
