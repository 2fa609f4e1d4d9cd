import { Type } from 'typebox';
import type { MetadataField } from '../../../engine/engine.js';
import { describeMetadata } from '../../../operations/documents/read-documents.js';
import { Turns } from '../../../threads/turns.js';
import { answers, enveloped, exampleEnvelope } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const bound = Type.Unsafe<number | string | null>({
  type: ['number', 'string', 'null'],
  description: 'For numbers and dates; otherwise null.',
});

const fieldDescription = Type.Object(
  {
    field: Type.String({ description: 'The path to use in filters, sorts and facets.' }),
    types: Type.Array(Type.String()),
    array: Type.Boolean({ description: 'True if any document has several values.' }),
    document_count: Type.Integer(),
    distinct_count: Type.Integer(),
    examples: Type.Unsafe<(string | number | boolean)[]>({
      type: 'array',
      items: { type: ['string', 'number', 'boolean'] },
      maxItems: 5,
    }),
    min: bound,
    max: bound,
    filterable: Type.Boolean(),
    sortable: Type.Boolean(),
    facetable: Type.Boolean(),
  },
  { title: 'MetadataField' },
);

const metadataSchema = enveloped('metadata_schema', {
  data: Type.Array(fieldDescription),
  total_number_of_documents: Type.Integer(),
});

const EXAMPLE = {
  ...exampleEnvelope('metadata_schema', '/v20241104/documents/metadata-schema'),
  data: [
    fieldView({
      field: 'metadata.pages',
      types: ['number'],
      array: false,
      documentCount: 2,
      distinctCount: 2,
      examples: [12, 40],
      min: 12,
      max: 40,
    }),
  ],
  total_number_of_documents: 3,
};

export function metadataSchemaRoute(server: TypedServer, services: Services): void {
  server.get(
    '/documents/metadata-schema',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMetadataSchema',
        tags: ['Documents'],
        summary: 'Describe the metadata of the documents',
        description: "Returns one entry per metadata path found in the documents of the key's tenants.",
        response: answers(metadataSchema, EXAMPLE),
      },
    },
    async (request) => {
      const { fields, totalDocuments } = await describeMetadata(operationContext(services, request));
      return {
        data: await viewsInTurns(fields),
        total_number_of_documents: totalDocuments,
        ...envelope(request, 'metadata_schema'),
      };
    },
  );
}

/** There may be very many. */
async function viewsInTurns(fields: readonly MetadataField[]) {
  const views: ReturnType<typeof fieldView>[] = [];
  const turns = new Turns();
  for (const field of fields) {
    if (turns.isOver) await turns.next();
    views.push(fieldView(field));
  }
  return views;
}

/** Every metadata path can be filtered, sorted and faceted; the flags say so, so that clients need not assume it. */
function fieldView(field: MetadataField) {
  return {
    field: field.field,
    types: field.types,
    array: field.array,
    document_count: field.documentCount,
    distinct_count: field.distinctCount,
    examples: field.examples,
    min: field.min,
    max: field.max,
    filterable: true,
    sortable: true,
    facetable: true,
  };
}
