import { findModel, findVersion } from '../../../operations/models/model-access.js';
import { versionPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_VERSION, versionResponse } from '../../schemas/model-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { sendVersion } from '../../views/model-views.js';
import type { TypedServer } from '../route.js';

export function getVersionRoute(server: TypedServer, services: Services): void {
  server.get(
    '/models/:id/versions/:version',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getModelVersion',
        tags: ['Models'],
        summary: 'Retrieve a version of a model',
        description: 'Returns the progress of the training and, when the version is ready, its quality metrics.',
        params: versionPath,
        response: answers(versionResponse, EXAMPLE_VERSION),
      },
    },
    async (request) => {
      const { id, version } = request.params;
      const context = modelContext(services, request);
      const model = await findModel(id, context);
      return sendVersion(await findVersion(model, version, context), request, services);
    },
  );
}
