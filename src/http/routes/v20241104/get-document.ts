import { getDocument } from '../../../operations/documents/read-documents.js';
import { answers, documentResponse, EXAMPLE_DOCUMENT } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { documentView, envelope } from '../../views/views.js';
import { documentPath, type TypedServer } from '../route.js';

export function getDocumentRoute(server: TypedServer, services: Services): void {
  server.get(
    '/documents/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getDocument',
        tags: ['Documents'],
        summary: 'Retrieve a document',
        description: 'Returns a document with its content.',
        params: documentPath,
        response: answers(documentResponse, EXAMPLE_DOCUMENT),
      },
    },
    async (request) => {
      const document = await getDocument(request.params.id, operationContext(services, request));
      return { ...envelope(request, 'document'), ...documentView(document) };
    },
  );
}
