import { Type } from 'typebox';
import { deleteVersion } from '../../../operations/models/manage-versions.js';
import { versionPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_VERSION } from '../../schemas/model-responses.js';
import { answers, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const deletedVersion = enveloped('model_version', {
  id: Type.String(),
  version: Type.String(),
  deleted: Type.Boolean(),
});

const DELETED_EXAMPLE = {
  ...exampleEnvelope('model_version', EXAMPLE_VERSION.url),
  id: EXAMPLE_VERSION.id,
  version: EXAMPLE_VERSION.version,
  deleted: true,
};

export function deleteVersionRoute(server: TypedServer, services: Services): void {
  server.delete(
    '/models/:id/versions/:version',
    {
      config: { scope: 'train' },
      schema: {
        operationId: 'deleteModelVersion',
        tags: ['Models'],
        summary: 'Delete a version of a model',
        description:
          'Deletes a version permanently, unless it is the default version. Training in progress is canceled.',
        params: versionPath,
        response: answers(deletedVersion, DELETED_EXAMPLE),
      },
    },
    async (request) => {
      const { id, version } = request.params;
      await deleteVersion(request.params, modelContext(services, request));
      return { id, version, deleted: true, ...envelope(request, 'model_version') };
    },
  );
}
