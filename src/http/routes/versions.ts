import { Type } from 'typebox';
import { choice } from '../schemas/checked.js';
import { answers, enveloped, exampleEnvelope } from '../schemas/responses.js';
import type { Services } from '../services.js';
import { envelope } from '../views/views.js';
import type { TypedServer } from './route.js';
import { registerV20241104, VERSION as V20241104 } from './v20241104/index.js';

const apiVersions = enveloped('api_versions_result', {
  versions: Type.Array(
    Type.Object(
      { version: Type.String(), status: choice<ApiVersion['status']>(['latest', 'deprecated'], 'Use the latest.') },
      { title: 'ApiVersion' },
    ),
  ),
});

export function versionsRoute(server: TypedServer, served: readonly ApiVersion[]): void {
  const versions = served.map(({ version, status }) => ({ version, status }));
  server.get(
    '/versions',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listVersions',
        tags: ['Versions'],
        summary: 'List the API versions',
        description: 'Returns the API versions, which are the first segment of every path.',
        response: answers(apiVersions, { ...exampleEnvelope('api_versions_result', '/versions'), versions }),
      },
    },
    async (request) => ({ versions, ...envelope(request, 'api_versions_result') }),
  );
}

export interface ApiVersion {
  version: string;
  status: 'latest' | 'deprecated';
  register(server: TypedServer, services: Services): void;
}

/** Every version that is served, the latest first. A new one is a new folder under routes/ and a line here. */
export const API_VERSIONS: readonly ApiVersion[] = [
  { version: V20241104, status: 'latest', register: registerV20241104 },
];
