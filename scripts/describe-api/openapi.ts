import { readFileSync } from 'node:fs';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { BODY_SCHEMAS } from './body-schemas.js';
import { Components, ref, type Schema } from './components.js';
import {
  type DescribedOperation,
  errorResponses,
  parametersOf,
  sharedResponses,
  successHeaders,
} from './error-responses.js';
import { QUERY_SCHEMAS } from './query-schemas.js';

/** The parts of an OpenAPI document that are worked on here. */
export interface ApiDescription {
  paths?: Record<string, Record<string, Operation> | undefined>;
  components?: { schemas?: Record<string, object> };
}

interface Operation extends DescribedOperation {
  tags?: string[];
  responses: Record<string, { content?: Record<string, { schema?: { title?: string; description?: string } }> }>;
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const OPENAPI_OPTIONS: FastifyDynamicSwaggerOptions = {
  mode: 'dynamic',
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Sextant',
      version,
      description: 'A semantic document index that you run yourself.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Documents' },
      { name: 'Search' },
      { name: 'Search rules' },
      { name: 'Answers' },
      { name: 'Analysis' },
      { name: 'Models' },
      { name: 'Keys' },
      { name: 'Versions' },
      { name: 'Monitoring' },
    ],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  },
};

/** The description of one API version: its paths and those without a version, each with every response it can give. */
export function describeVersion(everything: object, version: string): ApiDescription {
  const whole: ApiDescription = JSON.parse(JSON.stringify(everything));
  const components = new Components({ ...QUERY_SCHEMAS, ...BODY_SCHEMAS });
  const paths = Object.entries(whole.paths ?? {})
    .filter(([path]) => path.startsWith(`/${version}/`) || !/^\/v\d+\//.test(path))
    .map(([path, item]) => [path, components.refer(withEveryResponse(path, item ?? {}))]);
  const schemas = Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...whole,
    paths: Object.fromEntries(paths),
    components: { ...whole.components, ...sharedResponses(), schemas },
  };
}

function withEveryResponse(path: string, item: Record<string, Operation>): Record<string, Operation> {
  const described = Object.entries(item).map(([method, operation]): [string, Operation] => [
    method,
    {
      ...operation,
      ...(operation.requestBody && { requestBody: withName(operation) }),
      responses: { 200: success(operation), ...errorResponses(path, operation) },
    },
  ]);
  return Object.fromEntries(described);
}

/** A JSON body without a name of its own is named after its operation: `SearchRequest`. */
function withName({ operationId = '', requestBody }: Operation): Operation['requestBody'] {
  const json = requestBody?.content?.['application/json'];
  if (json?.schema === undefined) return requestBody;
  const title = `${capitalised(operationId)}Request`;
  return {
    ...requestBody,
    content: { ...requestBody?.content, 'application/json': { ...json, schema: { title, ...json.schema } } },
  };
}

function capitalised(operationId: string): string {
  return operationId.slice(0, 1).toUpperCase() + operationId.slice(1);
}

const STREAM_EXAMPLE = [
  'event: sources\ndata: {"sources":[]}\n\n',
  'event: delta\ndata: {"text":"I could not find an answer"}\n\n',
  'event: done\ndata: {"object":"generate_answer_result"}\n\n',
].join('');

/** The success of an operation, including the event stream if it can send one. */
function success(operation: Operation): Schema {
  const { content = {}, ...response } = operation.responses[200];
  const bodies = Object.entries(content).map(([type, { schema, ...media }]) => {
    // The description is that of the response, and must not become that of a type.
    const { description: _, title, ...body } = schema ?? {};
    return [type, { schema: { ...(title && { title: resultName(title, operation) }), ...body }, ...media }];
  });
  const stream = parametersOf(operation).includes('stream') ? { 'text/event-stream': EVENT_STREAM } : {};
  return { ...response, headers: successHeaders(operation), content: { ...Object.fromEntries(bodies), ...stream } };
}

/** A result is named after its operation, because several may answer with a `browse_result`; a `Document` is a `Document`. */
function resultName(title: string, { operationId = '' }: Operation): string {
  return title.endsWith('Result') ? `${capitalised(operationId)}Result` : title;
}

const EVENT_STREAM: Schema = {
  schema: {
    type: 'string',
    contentMediaType: 'text/event-stream',
    contentSchema: ref('AnswerEvent'),
    description: 'Server-sent events, if `stream` is true.',
  },
  example: STREAM_EXAMPLE,
};
