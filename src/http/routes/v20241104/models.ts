import { Type } from 'typebox';
import { createModel } from '../../../operations/models/create-model.js';
import { deleteModel } from '../../../operations/models/delete-model.js';
import { findModel, listModels } from '../../../operations/models/model-access.js';
import { updateModel } from '../../../operations/models/update-model.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import * as parameter from '../../schemas/model-parameters.js';
import { modelPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_MODEL, EXAMPLE_MODEL_FIELDS, modelFields, modelResponse } from '../../schemas/model-responses.js';
import { answers, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { modelView, sendModel } from '../../views/model-views.js';
import { envelope } from '../../views/views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const newModel = Type.Object(
  {
    kind: parameter.modelKind,
    id: Type.Optional(parameter.modelId),
    name: Type.Optional(parameter.modelName),
    description: Type.Optional(parameter.modelDescription),
    tenant_id: Type.Optional(parameter.modelTenant),
  },
  { additionalProperties: false, examples: [{ kind: 'text_classifier', id: 'ticket-topics' }] },
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

const modelList = enveloped('model_list', { data: Type.Array(Type.Object(modelFields)) });
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

const modelChanges = Type.Object(
  {
    name: Type.Optional(parameter.modelName),
    description: Type.Optional(parameter.modelDescription),
    default_version: Type.Optional(parameter.versionName),
  },
  { additionalProperties: false, examples: [{ default_version: 'v1' }] },
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

const deletedModel = enveloped('model', { id: Type.String(), deleted: Type.Boolean() });
const DELETED_EXAMPLE = { ...exampleEnvelope('model', EXAMPLE_MODEL.url), id: EXAMPLE_MODEL.id, deleted: true };

export function deleteModelRoute(server: TypedServer, services: Services): void {
  server.delete(
    '/models/:id',
    {
      config: { scope: 'train' },
      schema: {
        operationId: 'deleteModel',
        tags: ['Models'],
        summary: 'Delete a model',
        description: 'Deletes a model and all its versions permanently. Training in progress is canceled.',
        params: modelPath,
        response: answers(deletedModel, DELETED_EXAMPLE),
      },
    },
    async (request) => {
      const { id } = request.params;
      await deleteModel(id, modelContext(services, request));
      return { id, deleted: true, ...envelope(request, 'model') };
    },
  );
}
