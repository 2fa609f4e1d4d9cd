import { Type } from 'typebox';
import { deleteDocument } from '../../../operations/documents/write-document.js';
import { answers, EXAMPLE_DOCUMENT, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import { documentPath, type TypedServer } from '../route.js';

const deletedDocument = enveloped('document', { id: Type.String(), deleted: Type.Boolean() });
const DELETED_EXAMPLE = {
  ...exampleEnvelope('document', EXAMPLE_DOCUMENT.url),
  id: EXAMPLE_DOCUMENT.id,
  deleted: true,
};

export function deleteDocumentRoute(server: TypedServer, services: Services): void {
  server.delete(
    '/documents/:id',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'deleteDocument',
        tags: ['Documents'],
        summary: 'Delete a document',
        description: 'Deletes a document permanently. A request body is ignored.',
        params: documentPath,
        response: answers(deletedDocument, DELETED_EXAMPLE),
      },
    },
    async (request) => {
      const { id } = request.params;
      await deleteDocument(id, operationContext(services, request));
      return { id, deleted: true, ...envelope(request, 'document') };
    },
  );
}
