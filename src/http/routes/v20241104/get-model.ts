import { findModel } from '../../../operations/models/model-access.js';
import { modelPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_MODEL, modelResponse } from '../../schemas/model-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { modelView } from '../../views/model-views.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

export function getModelRoute(server: TypedServer, services: Services): void {
  server.get(
    '/models/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getModel',
        tags: ['Models'],
        summary: 'Retrieve a model',
        description: 'Returns a model and the status of its versions.',
        params: modelPath,
        response: answers(modelResponse, EXAMPLE_MODEL),
      },
    },
    async (request) => ({
      ...modelView(await findModel(request.params.id, modelContext(services, request))),
      ...envelope(request, 'model'),
    }),
  );
}
