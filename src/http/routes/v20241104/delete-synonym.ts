import { deleteRule } from '../../../operations/rules/manage-rules.js';
import { answers, exampleEnvelope } from '../../schemas/responses.js';
import { synonymPath } from '../../schemas/rule-parameters.js';
import { deletedSynonym, EXAMPLE_SYNONYM } from '../../schemas/rule-responses.js';
import { type Services, synonymContext } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const DELETED_EXAMPLE = { ...exampleEnvelope('synonym', EXAMPLE_SYNONYM.url), id: EXAMPLE_SYNONYM.id, deleted: true };

export function deleteSynonymRoute(server: TypedServer, services: Services): void {
  server.delete(
    '/synonyms/:id',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'deleteSynonym',
        tags: ['Search rules'],
        summary: 'Delete a synonym',
        description: 'Deletes a synonym. The next search does without it.',
        params: synonymPath,
        response: answers(deletedSynonym, DELETED_EXAMPLE),
      },
    },
    async (request) => {
      const { id } = request.params;
      await deleteRule(id, synonymContext(services, request));
      return { id, deleted: true, ...envelope(request, 'synonym') };
    },
  );
}
