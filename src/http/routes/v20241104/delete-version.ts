import { Type } from 'typebox';
import { deleteVersion } from '../../../operations/models/delete-model.js';
import { exampleEnvelope } from '../../schemas/examples.js';
import { versionPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_VERSION } from '../../schemas/model-responses.js';
import { answers, enveloped } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const deletedVersion = enveloped('model_version', {
  id: Type.String(),
  version: Type.String(),
  deleted: Type.Boolean(),
});

const EXAMPLE = {
  ...exampleEnvelope('model_version', EXAMPLE_VERSION.url),
  ...{ id: EXAMPLE_VERSION.id, version: EXAMPLE_VERSION.version, deleted: true },
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
        description: 'Removes a version for good, unless it is the default. A training that is under way is canceled.',
        params: versionPath,
        response: answers(deletedVersion, EXAMPLE),
      },
    },
    async (request) => {
      const { id, version } = request.params;
      await deleteVersion(request.params, modelContext(services, request));
      return { id, version, deleted: true, ...envelope(request, 'model_version') };
    },
  );
}
