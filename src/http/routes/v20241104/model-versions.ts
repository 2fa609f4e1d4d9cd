import { Type } from 'typebox';
import { isModelId, type ModelKind } from '../../../domain/model/model.js';
import { cancelVersion } from '../../../operations/models/cancel-version.js';
import { createVersion } from '../../../operations/models/create-version.js';
import { deleteVersion } from '../../../operations/models/delete-model.js';
import { findModel, findVersion, type ModelContext, visibleModel } from '../../../operations/models/model-access.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { newVersion, versionQuery } from '../../examples/example-schema.js';
import { uploadExamples } from '../../examples/upload-examples.js';
import { exampleFormat, versionToCreate } from '../../examples/version-request.js';
import { modelPath, versionPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_VERSION, versionResponse } from '../../schemas/model-responses.js';
import { answers, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { sendVersion } from '../../views/model-views.js';
import { envelope } from '../../views/views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const QUEUED_EXAMPLE = {
  ...EXAMPLE_VERSION,
  url: '/v20241104/models/ticket-topics/versions',
  status: 'queued',
  progress: 0,
  metrics: null,
  report: null,
  ready_at: null,
};

const row = Type.Unsafe({
  type: 'object',
  additionalProperties: true,
  examples: [{ text: 'I was charged twice.', label: 'payment' }],
});
const table = Type.String({ description: 'A header line, then one row per example.', examples: ['text,label\n'] });

export function createVersionRoute(server: TypedServer, services: Services): void {
  server.post(
    '/models/:id/versions',
    {
      config: { scope: 'train', body: 'stream' },
      schema: {
        operationId: 'createModelVersion',
        tags: ['Models'],
        summary: 'Train a version of a model',
        description:
          'Uploads labelled examples and queues the training; retrieve the version to see its progress. application/json ' +
          'allows up to 64 MiB. application/x-ndjson (one example per line) and text/csv (a header line with the columns ' +
          'label and text or, for a predictor, label and the input fields) allow up to 500 MB and a million examples; send ' +
          'version and default in the query string then. There must be 2 to 1,000 labels with at least two examples each.',
        params: modelPath,
        headers: idempotencyHeaders,
        querystring: versionQuery,
        body: {
          content: {
            'application/json': { schema: newVersion },
            'application/x-ndjson': { schema: row },
            'text/csv': { schema: table },
          },
        },
        response: answers(versionResponse, QUEUED_EXAMPLE),
      },
    },
    async (request, reply) => {
      const context = modelContext(services, request);
      const { files, reader } = services.learning();
      const modelKind = () => kindToExpect(request.params.id, context);
      const examples = await uploadExamples(
        request.raw,
        { ...exampleFormat(request), modelKind },
        { files, reader, silenceMilliseconds: services.silenceMilliseconds },
      );
      try {
        const version = versionToCreate(examples, request, context.caller);
        const idempotent = idempotentRequest(services, request, examples.bodyFingerprint);
        const answered = await createVersion(version, context, idempotent);
        if (answered.replayed) reply.header('Idempotency-Replayed', 'true');
        else examples.keep();
        return sendVersion(answered.result, request, services);
      } finally {
        await examples.release();
      }
    },
  );
}

/** A missing model is reported only once the body has been checked, as everywhere else; until then any kind will do. */
async function kindToExpect(id: string, { caller, models }: ModelContext): Promise<ModelKind> {
  const model = isModelId(id) ? visibleModel(caller, await models.get(id)) : null;
  return model?.kind ?? 'text_classifier';
}

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

const CANCELED_EXAMPLE = {
  ...EXAMPLE_VERSION,
  status: 'canceled',
  progress: 0,
  metrics: null,
  report: null,
  ready_at: null,
};

export function cancelVersionRoute(server: TypedServer, services: Services): void {
  server.post(
    '/models/:id/versions/:version/cancel',
    {
      config: { scope: 'train' },
      schema: {
        operationId: 'cancelModelVersion',
        tags: ['Models'],
        summary: 'Cancel the training of a version',
        description: 'Cancels a queued or running training. A version whose training has ended does not change.',
        params: versionPath,
        response: answers(versionResponse, CANCELED_EXAMPLE),
      },
    },
    async (request) =>
      sendVersion(await cancelVersion(request.params, modelContext(services, request)), request, services),
  );
}

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
