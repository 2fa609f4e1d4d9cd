import { describeKey } from '../../../operations/keys/keys.js';
import { findKey } from '../../../operations/keys/manage-keys.js';
import { keyPath } from '../../schemas/key-parameters.js';
import { EXAMPLE_KEY, keyResponse } from '../../schemas/key-responses.js';
import { answers } from '../../schemas/responses.js';
import { keyContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

export function getKeyRoute(server: TypedServer, services: Services): void {
  server.get(
    '/keys/:id',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'getKey',
        tags: ['Keys'],
        summary: 'Retrieve a key',
        description: 'Returns a key, without its secret.',
        params: keyPath,
        response: answers(keyResponse, EXAMPLE_KEY),
      },
    },
    async (request) => ({
      ...describeKey(await findKey(request.params.id, keyContext(services, request))),
      ...envelope(request, 'key'),
    }),
  );
}
