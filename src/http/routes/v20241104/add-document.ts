import { Type } from 'typebox';
import { DEFAULT_LANGUAGE } from '../../../domain/document/language.js';
import { addDocument } from '../../../operations/documents/add-document.js';
import { defaultsTo } from '../../schemas/checked.js';
import { EXAMPLE_DOCUMENT } from '../../schemas/examples.js';
import * as parameter from '../../schemas/parameters.js';
import { answers, documentResponse } from '../../schemas/responses.js';
import { idempotentRequest, operationContext, type Services } from '../../services.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';
import { sendWritten } from '../send-written.js';

/** Also the shape of a line of an import. */
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
        description: 'Stores a document and indexes it: once this answers, every read and search sees it.',
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
