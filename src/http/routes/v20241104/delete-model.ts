import { Type } from 'typebox';
import { deleteModel } from '../../../operations/models/manage-models.js';
import { modelPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_MODEL } from '../../schemas/model-responses.js';
import { answers, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

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
