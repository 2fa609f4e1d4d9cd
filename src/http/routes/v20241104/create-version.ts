import { Type } from 'typebox';
import { createVersion } from '../../../operations/models/create-version.js';
import { receiveVersion } from '../../examples/receive-version.js';
import { newVersion, versionQuery } from '../../examples/version-schema.js';
import { modelPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_VERSION, versionResponse } from '../../schemas/model-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { sendVersion } from '../../views/model-views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

const EXAMPLE = {
  ...EXAMPLE_VERSION,
  url: '/v20241104/models/ticket-topics/versions',
  ...{ status: 'queued', progress: 0, metrics: null, report: null, ready_at: null },
};

const row = Type.Unsafe({
  type: 'object',
  additionalProperties: true,
  examples: [{ text: 'I was charged twice.', label: 'payment' }],
});
const table = Type.String({ description: 'A header line, then a row for each example.', examples: ['text,label\n'] });

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
          'Takes labelled examples and queues their training; the version tells how far it is. application/json holds up to ' +
          '64 MiB. application/x-ndjson (an example a line) and text/csv (a header line with the column label, and text or, ' +
          'for a predictor, the fields of its input) hold up to 500 MB and a million examples; version and default then ' +
          'stand in the query string. Every label needs two examples, and there must be 2 to 1,000 labels.',
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
        response: answers(versionResponse, EXAMPLE),
      },
    },
    async (request, reply) => {
      const received = await receiveVersion(request, services);
      try {
        const context = modelContext(services, request);
        const answered = await createVersion(received.sent, context, received.idempotent);
        if (answered.replayed) reply.header('Idempotency-Replayed', 'true');
        else received.keep();
        return sendVersion(answered.result, request, services);
      } finally {
        await received.release();
      }
    },
  );
}
