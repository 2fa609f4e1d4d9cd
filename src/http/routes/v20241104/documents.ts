import { Type } from 'typebox';
import { DEFAULT_LANGUAGE } from '../../../domain/document/language.js';
import { addDocument } from '../../../operations/documents/add-document.js';
import { deleteDocument } from '../../../operations/documents/delete-document.js';
import { getDocument } from '../../../operations/documents/find-documents.js';
import { updateDocument } from '../../../operations/documents/update-document.js';
import { idempotentRequest } from '../../admission/idempotency.js';
import { defaultsTo } from '../../schemas/checked.js';
import * as parameter from '../../schemas/document-parameters.js';
import { answers, documentResponse, EXAMPLE_DOCUMENT, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { documentView, envelope, sendWritten } from '../../views/views.js';
import { documentPath, idempotencyHeaders, type TypedServer } from '../route.js';

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
  { additionalProperties: false, examples: [{ title: 'How the tides work', metadata: { pages: null } }] },
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
