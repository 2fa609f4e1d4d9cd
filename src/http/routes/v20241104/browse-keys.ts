import { Type } from 'typebox';
import { describeKey } from '../../../operations/keys/keys.js';
import { browseKeys } from '../../../operations/keys/manage-keys.js';
import { keyMode } from '../../schemas/key-parameters.js';
import { EXAMPLE_KEY_PAGE, keyPage, keyStatus } from '../../schemas/key-responses.js';
import * as list from '../../schemas/list-parameters.js';
import { answers } from '../../schemas/responses.js';
import { keyContext, type Services } from '../../services.js';
import { envelope, pagingView } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const browseRequest = Type.Object(
  {
    limit: list.limit,
    mode: Type.Optional({ ...keyMode, description: 'Lists only keys of this mode.' }),
    page: list.page,
    status: Type.Optional({ ...keyStatus, description: 'Lists only keys with this status.' }),
  },
  { additionalProperties: false, examples: [{ status: 'active' }] },
);

export function browseKeysRoute(server: TypedServer, services: Services): void {
  server.post(
    '/keys/browse',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'browseKeys',
        tags: ['Keys'],
        summary: 'Browse keys',
        description:
          'Lists keys, newest first, without their secrets. A key that is bound to tenants sees those that are bound to some of ' +
          'the same; a test key sees test keys. The key of SEXTANT_API_KEY is a setting and is not listed.',
        body: browseRequest,
        response: answers(keyPage, EXAMPLE_KEY_PAGE),
      },
    },
    async (request) => {
      const { mode = null, status = null, limit, page } = request.body;
      const asked = { mode, status, limit, page };
      const found = await browseKeys(asked, keyContext(services, request));
      return {
        data: found.data.map(describeKey),
        mode,
        status,
        ...pagingView(found, asked),
        ...envelope(request, 'browse_result'),
      };
    },
  );
}
