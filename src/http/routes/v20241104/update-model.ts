import { Type } from 'typebox';
import { updateModel } from '../../../operations/models/manage-models.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import * as parameter from '../../schemas/model-parameters.js';
import { EXAMPLE_MODEL, modelResponse } from '../../schemas/model-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { sendModel } from '../../views/model-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const modelChanges = Type.Object(
  {
    name: Type.Optional(parameter.modelName),
    description: Type.Optional(parameter.modelDescription),
    default_version: Type.Optional(parameter.versionName),
  },
  { title: 'ModelChanges', additionalProperties: false, examples: [{ default_version: 'v1' }] },
);

export function updateModelRoute(server: TypedServer, services: Services): void {
  server.post(
    '/models/:id',
    {
      config: { scope: 'train' },
      schema: {
        operationId: 'updateModel',
        tags: ['Models'],
        summary: 'Update a model',
        description:
          'Changes the fields that are sent. A new default_version takes effect with the next request; use it to roll back ' +
          'to an older version, too. null clears name or description.',
        params: parameter.modelPath,
        headers: idempotencyHeaders,
        body: modelChanges,
        response: answers(modelResponse, EXAMPLE_MODEL),
      },
    },
    async (request, reply) => {
      const update = { id: request.params.id, changes: request.body };
      const idempotent = idempotentRequest(services, request);
      return sendModel(await updateModel(update, modelContext(services, request), idempotent), request, reply);
    },
  );
}
