import { Type } from 'typebox';
import { updateDocument } from '../../../operations/documents/update-document.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import * as parameter from '../../schemas/document-parameters.js';
import { answers, documentResponse, EXAMPLE_DOCUMENT } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { sendWritten } from '../../views/views.js';
import { documentPath, idempotencyHeaders, type TypedServer } from '../route.js';

const documentChanges = Type.Object(
  {
    title: Type.Optional(parameter.title),
    tenant_id: Type.Optional(parameter.tenantId),
    content: Type.Optional(parameter.content),
    content_type: parameter.contentType,
    created_at: Type.Optional(parameter.timestamp),
    updated_at: Type.Optional(parameter.timestamp),
    language: Type.Optional(parameter.language),
    metadata: Type.Optional(parameter.metadataChanges),
    source_uri: Type.Optional(parameter.sourceUri),
  },
  {
    title: 'DocumentChanges',
    additionalProperties: false,
    examples: [{ title: 'How the tides work', metadata: { pages: null } }],
  },
);

export function updateDocumentRoute(server: TypedServer, services: Services): void {
  server.post(
    '/documents/:id',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'updateDocument',
        tags: ['Documents'],
        summary: 'Update a document',
        description:
          'Changes the fields that are sent. Metadata is merged by top-level key; a null value removes the key. null for ' +
          'content, source_uri or metadata clears the field. updated_at is set to the current time unless it is sent.',
        params: documentPath,
        headers: idempotencyHeaders,
        body: documentChanges,
        response: answers(documentResponse, EXAMPLE_DOCUMENT),
      },
    },
    async (request, reply) => {
      const update = { id: request.params.id, changes: request.body };
      const idempotent = idempotentRequest(services, request);
      return sendWritten(await updateDocument(update, operationContext(services, request), idempotent), request, reply);
    },
  );
}
