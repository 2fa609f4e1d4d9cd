import { readFileSync } from 'node:fs';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { ERRORS } from '../../domain/errors/error.js';
import type { TypedServer } from '../routes/route.js';
import { QUERY_SCHEMAS, withReferences } from './query-schemas.js';

/** The parts of an OpenAPI document that are worked on here. */
export interface ApiDescription {
  paths?: Record<string, Record<string, Operation> | undefined>;
  components?: { schemas?: Record<string, object> };
}

interface Operation {
  operationId?: string;
  tags?: string[];
  /** Empty if no key is needed. */
  security?: object[];
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> };
  parameters?: { in?: string; name?: string }[];
  responses: Record<string, { content?: object }>;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

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
      { name: 'Answers' },
      { name: 'Models' },
      { name: 'Versions' },
      { name: 'Monitoring' },
    ],
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: { Error: errorSchema() },
    },
  },
};

/** The description of one API version: its paths and those without a version, each with the errors it can answer. */
export function describeVersion(everything: object, version: string): ApiDescription {
  const whole: ApiDescription = JSON.parse(JSON.stringify(everything));
  const paths = Object.entries(whole.paths ?? {}).filter(
    ([path]) => path.startsWith(`/${version}/`) || !/^\/v\d+\//.test(path),
  );
  return {
    ...whole,
    paths: Object.fromEntries(
      paths.map(([path, item]) => [path, withReferences(withErrors(path, item ?? {})) as Record<string, Operation>]),
    ),
    components: { ...whole.components, schemas: { ...whole.components?.schemas, ...QUERY_SCHEMAS } },
  };
}

function withErrors(path: string, item: Record<string, Operation>): Record<string, Operation> {
  const described = Object.entries(item).map(([method, operation]): [string, Operation] => [
    method,
    { ...operation, responses: { ...withStream(operation), ...errorResponses(path, operation) } },
  ]);
  return Object.fromEntries(described);
}

const STREAM_EXAMPLE = [
  'event: sources\ndata: {"sources":[]}\n\n',
  'event: delta\ndata: {"text":"I could not find an answer"}\n\n',
  'event: done\ndata: {"object":"generate_answer_result"}\n\n',
].join('');

/** The responses of an operation, including the event stream if it can send one. */
function withStream(operation: Operation): Operation['responses'] {
  const { responses } = operation;
  if (!parametersOf(operation).includes('stream')) return responses;
  const schema = { type: 'string', description: 'Server-sent events, if `stream` is true.' };
  const content = { ...responses[200]?.content, 'text/event-stream': { schema, example: STREAM_EXAMPLE } };
  return { ...responses, 200: { ...responses[200], content } };
}

/** Given to any request, whatever it asks for: with a wrong method, with headers that are too large or don't arrive. */
const OF_EVERY_PATH = [400, 405, 408, 431];
/** Given to any request that needs a key. */
const OF_EVERY_KEY = [401, 403, 429, 500, 503];
/** Body parameters that name something that must exist. */
const REFERENCES = ['document_id', 'source_documents', 'model_id'];
/** Here documents that don't exist only narrow what is found. */
const NARROWED = ['retrievePassages', 'generateAnswer'];
/** These wait for a model: one that writes, or one that embeds what is sent. */
const WAIT_FOR_MODELS = [
  ...['addDocument', 'updateDocument', 'search', 'retrievePassages', 'generateAnswer', 'invokeLlm', 'summarize'],
  ...['categorize', 'analyzeSentiment', 'classify', 'predict'],
];
const CONFLICTS_WITHOUT_KEY = ['deleteModelVersion'];

function errorResponses(path: string, operation: Operation): Operation['responses'] {
  const { operationId = '' } = operation;
  const statuses = [...OF_EVERY_PATH, ...(operation.security?.length === 0 ? [] : OF_EVERY_KEY)];
  const names = parametersOf(operation);
  const refersTo = !NARROWED.includes(operationId) && REFERENCES.some((name) => names.includes(name));
  if (path.includes('{id}') || refersTo) statuses.push(404);
  if (operation.requestBody !== undefined) statuses.push(413, 415);
  const isIdempotent = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
  if (isIdempotent || CONFLICTS_WITHOUT_KEY.includes(operationId)) statuses.push(409);
  if (WAIT_FOR_MODELS.includes(operationId)) statuses.push(502, 504);
  if (path === READINESS) statuses.push(503);
  return Object.fromEntries(statuses.sort().map((status) => [status, errorResponse(status)]));
}

const READINESS = '/readyz';

/** The parameter names of the body. */
function parametersOf({ requestBody }: Operation): string[] {
  return Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {});
}

function errorResponse(status: number): { content: object } & Record<string, unknown> {
  const codes = Object.entries(ERRORS).filter(([, row]) => row.status === status);
  const description =
    status === 400
      ? 'Invalid parameters: `errors` lists every one of them.'
      : codes.map(([code, row]) => `\`${code}\`: ${row.when}`).join(' ');
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

function errorSchema() {
  const text = { type: 'string' } as const;
  const place = { type: ['string', 'null'] as ('string' | 'null')[] };
  const problem = objectWith({ param: place, code: text, message: text });
  const errors = { type: 'array' as const, items: problem };
  const detail = objectWith({ type: text, code: text, message: text, param: place, errors, request_id: text });
  return objectWith({ object: text, url: text, error: detail, livemode: { type: 'boolean' as const } });
}

function objectWith<Properties extends object>(properties: Properties) {
  return { type: 'object' as const, required: Object.keys(properties), properties };
}

/** Serves the description of a version. It is generated from the schemas of the routes, once. */
export function openApiRoute(server: TypedServer, version: string): void {
  let description: string | undefined;
  server.get('/openapi.json', { config: { scope: 'read' }, schema: { hide: true } }, async (_request, reply) => {
    description ??= JSON.stringify(describeVersion(server.swagger(), version));
    return reply.type('application/json; charset=utf-8').send(description);
  });
}
