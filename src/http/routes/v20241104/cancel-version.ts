import { cancelVersion } from '../../../operations/models/manage-versions.js';
import { versionPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_VERSION, versionResponse } from '../../schemas/model-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { sendVersion } from '../../views/model-views.js';
import type { TypedServer } from '../route.js';

const CANCELED_EXAMPLE = {
  ...EXAMPLE_VERSION,
  status: 'canceled',
  progress: 0,
  metrics: null,
  report: null,
  features: null,
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
