import { createVersion } from '../../../operations/models/manage-versions.js';
import { kindToExpect } from '../../../operations/models/model-access.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { exampleRow, exampleTable, newVersion, versionQuery } from '../../examples/example-schema.js';
import { uploadExamples } from '../../examples/upload-examples.js';
import { exampleFormat, versionToCreate } from '../../examples/version-request.js';
import { modelPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_VERSION, versionResponse } from '../../schemas/model-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { sendVersion } from '../../views/model-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const QUEUED_EXAMPLE = {
  ...EXAMPLE_VERSION,
  url: '/v20241104/models/ticket-topics/versions',
  status: 'queued',
  progress: 0,
  metrics: null,
  report: null,
  features: null,
  ready_at: null,
};

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
            'application/x-ndjson': { schema: exampleRow },
            'text/csv': { schema: exampleTable },
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
