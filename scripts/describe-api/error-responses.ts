import { ERRORS } from '../../src/domain/errors/error.js';
import { ref, type Schema } from './components.js';

/** The errors of what is described. /mcp is not: it has a protocol of its own. */
export const DESCRIBED_ERRORS = Object.entries(ERRORS).filter(([code]) => code !== 'origin_not_allowed');

/** What decides which errors an operation can answer with. */
export interface DescribedOperation {
  operationId?: string;
  /** Empty if no key is needed. */
  security?: object[];
  requestBody?: { content?: Record<string, { schema?: { title?: string; properties?: object } }> };
  parameters?: { in?: string; name?: string }[];
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
/** Takes bodies of any length. */
const UNBOUNDED = ['importDocuments'];
const READINESS = '/readyz';

/** The error responses of an operation, by status. */
export function errorResponses(path: string, operation: DescribedOperation): Record<string, Schema> {
  const { operationId = '' } = operation;
  const statuses = [...OF_EVERY_PATH, ...(operation.security?.length === 0 ? [] : OF_EVERY_KEY)];
  const names = parametersOf(operation);
  const refersTo = !NARROWED.includes(operationId) && REFERENCES.some((name) => names.includes(name));
  if (path.includes('{id}') || refersTo) statuses.push(404);
  if (operation.requestBody !== undefined) statuses.push(415);
  if (operation.requestBody !== undefined && !UNBOUNDED.includes(operationId)) statuses.push(413);
  if (isIdempotent(operation) || CONFLICTS_WITHOUT_KEY.includes(operationId)) statuses.push(409);
  if (WAIT_FOR_MODELS.includes(operationId)) statuses.push(502, 504);
  if (path === READINESS) statuses.push(503);
  const named = statuses.sort().map((status) => [status, { $ref: `#/components/responses/${NAMES[status]}` }]);
  return Object.fromEntries(named);
}

/** The parameter names of the body. */
export function parametersOf({ requestBody }: DescribedOperation): string[] {
  return Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {});
}

function isIdempotent({ parameters }: DescribedOperation): boolean {
  return parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
}

const NAMES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  502: 'ModelFailed',
  503: 'Unavailable',
  504: 'ModelTimeout',
};

const HEADERS = {
  'X-Request-Id': header('string', 'Names the request in the log.'),
  'Retry-After': header('integer', 'Seconds to wait before a retry. Left out if a retry can not help.'),
  'RateLimit-Limit': header('integer', 'Requests per minute; only for keys that have a limit.'),
  'RateLimit-Remaining': header('integer', 'Requests left in this minute; only for keys that have a limit.'),
  'RateLimit-Reset': header('integer', 'Seconds until all requests are available again; only for keys with a limit.'),
  'WWW-Authenticate': header('string', 'How a key is sent: the scheme is ApiKey, the header X-API-Key.'),
  Allow: header('string', 'The methods of this path.'),
  'Idempotency-Replayed': header('string', '"true" if this is the response to an earlier request with the same key.'),
  'X-Shortened': header('string', 'The parameters whose text was too long for the model and was shortened.'),
};

type HeaderName = keyof typeof HEADERS;

function header(type: string, description: string): Schema {
  return { description, schema: { type } };
}

function headersOf(names: readonly HeaderName[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const LIMITS: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const OF_STATUS: Record<number, readonly HeaderName[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
/** Refused before anyone knows whose limit counts. */
const BEFORE_THE_KEY = [401, 431];

/** The headers of a success. */
export function successHeaders(operation: DescribedOperation): Schema {
  const names: HeaderName[] = ['X-Request-Id'];
  if (operation.security?.length !== 0) names.push(...LIMITS);
  if (isIdempotent(operation)) names.push('Idempotency-Replayed');
  if (operation.operationId === 'invokeLlm') names.push('X-Shortened');
  return headersOf(names);
}

/** Everything that operations refer to by status or header. */
export function sharedResponses(): { responses: Record<string, Schema>; headers: Record<string, Schema> } {
  const named = Object.entries(NAMES).map(([status, name]) => [name, errorResponse(Number(status))]);
  return { responses: Object.fromEntries(named), headers: HEADERS };
}

function errorResponse(status: number): Schema {
  const codes = DESCRIBED_ERRORS.filter(([, row]) => row.status === status);
  const description =
    status === 400
      ? 'Invalid parameters: `errors` lists every one of them.'
      : codes.map(([code, row]) => `\`${code}\`: ${row.when}`).join(' ');
  return {
    description,
    headers: headersOf([
      'X-Request-Id',
      ...(OF_STATUS[status] ?? []),
      ...(BEFORE_THE_KEY.includes(status) ? [] : LIMITS),
    ]),
    content: { 'application/json': { schema: ref('ErrorBody') } },
  };
}
