import { Type } from 'typebox';
import { listModels } from '../../../operations/models/model-access.js';
import { EXAMPLE_MODEL_FIELDS, modelFields } from '../../schemas/model-responses.js';
import { answers, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { modelView } from '../../views/model-views.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const modelList = enveloped('model_list', { data: Type.Array(Type.Object(modelFields, { title: 'ListedModel' })) });
const LIST_EXAMPLE = { ...exampleEnvelope('model_list', '/v20241104/models'), data: [EXAMPLE_MODEL_FIELDS] };

export function listModelsRoute(server: TypedServer, services: Services): void {
  server.get(
    '/models',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listModels',
        tags: ['Models'],
        summary: 'List models',
        description: 'Returns every model that the key may access, newest first.',
        response: answers(modelList, LIST_EXAMPLE),
      },
    },
    async (request) => ({
      data: (await listModels(modelContext(services, request))).map(modelView),
      ...envelope(request, 'model_list'),
    }),
  );
}
