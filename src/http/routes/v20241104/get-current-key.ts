import { describeKey } from '../../../operations/keys/keys.js';
import { currentKey } from '../../../operations/keys/manage-keys.js';
import { EXAMPLE_KEY, keyResponse } from '../../schemas/key-responses.js';
import { answers } from '../../schemas/responses.js';
import { keyContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const CURRENT_EXAMPLE = { ...EXAMPLE_KEY, url: '/v20241104/keys/current' };

export function getCurrentKeyRoute(server: TypedServer, services: Services): void {
  server.get(
    '/keys/current',
    {
      config: { scope: 'any' },
      schema: {
        operationId: 'getCurrentKey',
        tags: ['Keys'],
        summary: 'Retrieve the key in use',
        description: 'Returns the key that the request was made with, and what it may do. Needs no scope.',
        response: answers(keyResponse, CURRENT_EXAMPLE),
      },
    },
    async (request) => ({
      ...describeKey(await currentKey(keyContext(services, request))),
      ...envelope(request, 'key'),
    }),
  );
}
