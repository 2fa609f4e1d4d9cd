import { Type } from 'typebox';
import { DEFAULT_LANGUAGE } from '../../../domain/document/language.js';
import { addDocument } from '../../../operations/documents/write-document.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { defaultsTo } from '../../schemas/checked.js';
import * as parameter from '../../schemas/document-parameters.js';
import { answers, documentResponse, EXAMPLE_DOCUMENT } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { sendWritten } from '../../views/views.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';

/** Also the schema of each line of an import. */
export const newDocument = Type.Object(
  {
    id: Type.Optional(parameter.documentId),
    title: parameter.title,
    tenant_id: parameter.tenantId,
    content: Type.Optional(parameter.content),
    content_type: parameter.contentType,
    created_at: Type.Optional(parameter.timestamp),
    updated_at: Type.Optional(parameter.timestamp),
    language: defaultsTo(parameter.language, DEFAULT_LANGUAGE),
    metadata: Type.Optional(parameter.metadata),
    source_uri: Type.Optional(parameter.sourceUri),
  },
  {
    title: 'NewDocument',
    additionalProperties: false,
    examples: [
      {
        title: EXAMPLE_DOCUMENT.title,
        tenant_id: EXAMPLE_DOCUMENT.tenant_id,
        content: EXAMPLE_DOCUMENT.content,
        metadata: EXAMPLE_DOCUMENT.metadata,
      },
    ],
  },
);

export function addDocumentRoute(server: TypedServer, services: Services): void {
  server.post(
    '/documents',
    {
      config: { scope: 'write' },
      schema: {
        operationId: 'addDocument',
        tags: ['Documents'],
        summary: 'Add a document',
        description:
          'Stores and indexes a document. When the response arrives, every read and search can see the document.',
        headers: idempotencyHeaders,
        body: newDocument,
        response: answers(documentResponse, EXAMPLE_DOCUMENT),
      },
    },
    async (request, reply) => {
      const context = operationContext(services, request);
      return sendWritten(
        await addDocument(request.body, context, idempotentRequest(services, request)),
        request,
        reply,
      );
    },
  );
}
