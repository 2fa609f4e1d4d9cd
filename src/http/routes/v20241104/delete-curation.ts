import { deleteRule } from '../../../operations/rules/manage-rules.js';
import { answers, exampleEnvelope } from '../../schemas/responses.js';
import { curationPath } from '../../schemas/rule-parameters.js';
import { deletedCuration, EXAMPLE_CURATION } from '../../schemas/rule-responses.js';
import { curationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const DELETED_EXAMPLE = {
  ...exampleEnvelope('curation', EXAMPLE_CURATION.url),
  id: EXAMPLE_CURATION.id,
  deleted: true,
};

export function deleteCurationRoute(server: TypedServer, services: Services): void {
  server.delete(
    '/curations/:id',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'deleteCuration',
        tags: ['Search rules'],
        summary: 'Delete a curation',
        description: 'Deletes a curation. The next search does without it.',
        params: curationPath,
        response: answers(deletedCuration, DELETED_EXAMPLE),
      },
    },
    async (request) => {
      const { id } = request.params;
      await deleteRule(id, curationContext(services, request));
      return { id, deleted: true, ...envelope(request, 'curation') };
    },
  );
}
