import { Type } from 'typebox';
import { createModel } from '../../../operations/models/manage-models.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import * as parameter from '../../schemas/model-parameters.js';
import { EXAMPLE_MODEL, modelResponse } from '../../schemas/model-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { sendModel } from '../../views/model-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const newModel = Type.Object(
  {
    kind: parameter.modelKind,
    id: Type.Optional(parameter.modelId),
    name: Type.Optional(parameter.modelName),
    description: Type.Optional(parameter.modelDescription),
    tenant_id: Type.Optional(parameter.modelTenant),
  },
  { title: 'NewModel', additionalProperties: false, examples: [{ kind: 'text_classifier', id: 'ticket-topics' }] },
);

const CREATED_EXAMPLE = { ...EXAMPLE_MODEL, url: '/v20241104/models', default_version: null, versions: [] };

export function createModelRoute(server: TypedServer, services: Services): void {
  server.post(
    '/models',
    {
      config: { scope: 'train' },
      schema: {
        operationId: 'createModel',
        tags: ['Models'],
        summary: 'Create a model',
        description:
          'Creates a model without versions. If the key is bound to exactly one tenant, the model belongs to that tenant.',
        headers: idempotencyHeaders,
        body: newModel,
        response: answers(modelResponse, CREATED_EXAMPLE),
      },
    },
    async (request, reply) => {
      const idempotent = idempotentRequest(services, request);
      return sendModel(await createModel(request.body, modelContext(services, request), idempotent), request, reply);
    },
  );
}
