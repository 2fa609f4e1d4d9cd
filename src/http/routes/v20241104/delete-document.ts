import { Type } from 'typebox';
import { deleteDocument } from '../../../operations/documents/delete-document.js';
import { EXAMPLE_DOCUMENT, exampleEnvelope } from '../../schemas/examples.js';
import { answers, enveloped } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import { documentPath, type TypedServer } from '../route.js';

const deletedDocument = enveloped('document', { id: Type.String(), deleted: Type.Boolean() });
const EXAMPLE = { ...exampleEnvelope('document', EXAMPLE_DOCUMENT.url), id: EXAMPLE_DOCUMENT.id, deleted: true };

export function deleteDocumentRoute(server: TypedServer, services: Services): void {
  server.delete(
    '/documents/:id',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'deleteDocument',
        tags: ['Documents'],
        summary: 'Delete a document',
        description: 'Removes a document for good. A body is ignored.',
        params: documentPath,
        response: answers(deletedDocument, EXAMPLE),
      },
    },
    async (request) => {
      const { id } = request.params;
      await deleteDocument(id, operationContext(services, request));
      return { id, deleted: true, ...envelope(request, 'document') };
    },
  );
}
