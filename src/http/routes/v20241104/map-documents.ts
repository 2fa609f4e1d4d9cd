import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { fieldKind } from '../../../domain/document/document.js';
import type { DrawnMap } from '../../../operations/map/document-map.js';
import { unknownFieldMessage } from '../../../query-language/unknown-field.js';
import { choice, nullable, parsedAs } from '../../schemas/checked.js';
import { language } from '../../schemas/document-parameters.js';
import * as list from '../../schemas/list-parameters.js';
import { answers, echoes, enveloped, exampleEnvelope, filterEcho, nullableText } from '../../schemas/responses.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const LONGEST_FIELD = 500;

const colorBy = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: LONGEST_FIELD,
    description: 'Colours points by the values of this field: a document field or metadata.<path>.',
    examples: ['metadata.topic'],
  }),
  (field, { path, problems }) => {
    if (fieldKind(field) === null) problems.add(path, 'parameter_invalid', unknownFieldMessage(field));
    return field;
  },
);

const mapRequest = Type.Object(
  {
    color_by: Type.Optional(colorBy),
    filter: Type.Optional(list.filter),
    language: Type.Optional(language),
    tenant_id: Type.Optional(list.tenantIds),
  },
  { additionalProperties: false, examples: [{ color_by: 'metadata.topic' }] },
);

const coordinate = Type.Array(Type.Number({ minimum: 0, maximum: 1 }));

const mapPoints = Type.Object(
  {
    id: Type.Array(Type.String(), { description: 'The documents, in order of id.' }),
    x: coordinate,
    y: coordinate,
    color: Type.Unsafe<number[] | null>({
      type: ['array', 'null'],
      items: { type: 'integer' },
      description:
        'For each document the place of its value in legend.values, -1 if it has none, -2 if it has another one; null without color_by.',
    }),
  },
  { title: 'MapPoints', description: 'Columns: the first entries of all belong to the first document, and so on.' },
);

const legend = Type.Object(
  {
    values: Type.Array(
      Type.Object(
        {
          value: Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
          count: Type.Integer(),
        },
        { title: 'MapLegendValue' },
      ),
      { description: 'The commonest values, at most twelve. Dates are grouped by day, month or year.' },
    ),
    other_count: Type.Integer(),
    missing_count: Type.Integer(),
  },
  { title: 'MapLegend' },
);

const region = Type.Object(
  {
    level: Type.Integer({ description: '1 for large regions, 2 for smaller ones to show when one looks closer.' }),
    x: Type.Number(),
    y: Type.Number(),
    count: Type.Integer({ description: 'How many documents lie in it.' }),
    words: Type.Array(Type.String(), { description: 'The words that tell it from the rest of the map.' }),
  },
  { title: 'MapRegion' },
);

const documentMap = enveloped('document_map', {
  state: choice<DrawnMap['state']>(
    ['ready', 'computing', 'empty', 'off'],
    'ready: the points are below. computing: the map is being made, ask again. empty: there are no documents. off: this service makes no maps.',
    { title: 'MapState' },
  ),
  progress: nullable<number>(
    Type.Number({
      description:
        'How far the next map is, 0 to 1; null if none is being made. A ready map may be followed by a next one.',
    }),
  ),
  total_number_of_documents: Type.Integer({
    description: 'How many documents match. Those without vectors, or beyond the limit of the map, have no point.',
  }),
  tenant_id: echoes.tenant_id,
  language: echoes.language,
  filter: filterEcho,
  color_by: nullableText,
  number_of_points: Type.Integer(),
  points: mapPoints,
  legend: Type.Unsafe<object | null>({ ...legend, type: ['object', 'null'] }),
  regions: Type.Array(region),
});

const NOTHING = { number_of_points: 0, points: { id: [], x: [], y: [], color: null }, legend: null, regions: [] };

const EXAMPLE = {
  ...exampleEnvelope('document_map', '/v20241104/map'),
  state: 'ready',
  progress: null,
  total_number_of_documents: 2,
  tenant_id: null,
  language: null,
  filter: null,
  color_by: 'metadata.topic',
  number_of_points: 2,
  points: { id: ['tides-1', 'tides-2'], x: [0.1, 0.9], y: [0.5, 0.5], color: [0, -1] },
  legend: { values: [{ value: 'oceans', count: 1 }], other_count: 0, missing_count: 1 },
  regions: [{ level: 1, x: 0.4, y: 0.5, count: 2, words: ['tides', 'moon'] }],
};

export function mapDocumentsRoute(server: TypedServer, services: Services): void {
  server.post(
    '/map',
    {
      config: { scope: 'read', work: 'queries' },
      schema: {
        operationId: 'mapDocuments',
        tags: ['Search'],
        summary: 'Map documents',
        description:
          'Places all documents in a plane so that documents with similar meaning lie near each other, and names the regions. The map is made ' +
          'when it is first asked for, kept, and brought up to date. A filter narrows what is shown.',
        body: mapRequest,
        response: answers(documentMap, EXAMPLE),
      },
    },
    async (request, reply) => {
      const { tenant_id = null, language = null, filter, color_by = null } = request.body;
      const context = operationContext(services, request);
      const asked = { tenantIds: tenant_id, language, filter: filter?.filter ?? null, colorField: color_by };
      const { state, progress, total, drawn } = await services.map(context.caller.mode).draw(asked, context);
      const head = {
        state,
        progress: progress === null ? null : Math.round(1000 * progress) / 1000,
        total_number_of_documents: total,
        tenant_id,
        language,
        filter: filter?.echo ?? null,
        color_by,
        ...envelope(request, 'document_map'),
      };
      return sendJoined(reply, head, drawn ?? Buffer.from(JSON.stringify(NOTHING)));
    },
  );
}

/** Sends two objects as one. The second is JSON already: with many documents, making it takes longer than the event loop may wait. */
function sendJoined(reply: FastifyReply, head: object, rest: Uint8Array): FastifyReply {
  const beginning = Buffer.from(JSON.stringify(head).slice(0, -1));
  return reply
    .type('application/json; charset=utf-8')
    .send(Buffer.concat([beginning, Buffer.from(','), rest.subarray(1)]));
}
