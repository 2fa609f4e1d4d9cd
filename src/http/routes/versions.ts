import { Type } from 'typebox';
import type { ApiVersion } from '../describe/api-versions.js';
import { exampleEnvelope } from '../schemas/examples.js';
import { answers, enveloped } from '../schemas/responses.js';
import { envelope } from '../views/views.js';
import type { TypedServer } from './route.js';

const apiVersions = enveloped('api_versions_result', {
  versions: Type.Array(Type.Object({ version: Type.String(), status: Type.String({ examples: ['latest'] }) })),
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
        description: 'The versions that can stand at the beginning of a path.',
        response: answers(apiVersions, { ...exampleEnvelope('api_versions_result', '/versions'), versions }),
      },
    },
    async (request) => ({ versions, ...envelope(request, 'api_versions_result') }),
  );
}
