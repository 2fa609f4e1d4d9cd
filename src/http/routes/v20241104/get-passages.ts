import { Type } from 'typebox';
import { getPassages } from '../../../operations/documents/read-documents.js';
import { answers, EXAMPLE_DOCUMENT, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import { documentPath, type TypedServer } from '../route.js';

const documentPassage = Type.Object(
  {
    start: Type.Integer({ description: 'Where it begins in the content, in UTF-16 units.' }),
    end: Type.Integer({ description: 'Where it ends, exclusive.' }),
    text: Type.String(),
  },
  { title: 'DocumentPassage' },
);

const documentPassages = enveloped('document_passages', {
  document_id: Type.String(),
  data: Type.Array(documentPassage),
  total_number_of_results: Type.Integer(),
});

const { id, content } = EXAMPLE_DOCUMENT;
const EXAMPLE = {
  ...exampleEnvelope('document_passages', `/v20241104/documents/${id}/passages`),
  document_id: id,
  data: [{ start: 0, end: content.length, text: content }],
  total_number_of_results: 1,
};

export function getPassagesRoute(server: TypedServer, services: Services): void {
  server.get(
    '/documents/:id/passages',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getDocumentPassages',
        tags: ['Documents'],
        summary: 'Retrieve the passages of a document',
        description:
          'Returns the parts of the content that searches by meaning compare with a query, in their order. None if the document ' +
          'has no content.',
        params: documentPath,
        response: answers(documentPassages, EXAMPLE),
      },
    },
    async (request) => {
      const data = await getPassages(request.params.id, operationContext(services, request));
      return {
        document_id: request.params.id,
        data,
        total_number_of_results: data.length,
        ...envelope(request, 'document_passages'),
      };
    },
  );
}
