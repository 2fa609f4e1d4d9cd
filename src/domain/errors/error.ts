import type { Problem } from './problem.js';

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error'
  | 'model_error'
  | 'overloaded_error';

/**
 * Every error the service can answer with. `docs/errors.md` is generated from this table.
 * A refused parameter has one of the codes of `ProblemCode` instead, always with status 400.
 */
export const ERRORS = {
  http_malformed: { status: 400, type: 'invalid_request_error', when: 'The data sent is not a valid HTTP request.' },
  file_unreadable: {
    status: 400,
    type: 'invalid_request_error',
    when: 'An uploaded file is damaged, encrypted, without text, or takes too much time or memory to read.',
  },
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    when: 'The key is missing, unknown, revoked or expired.',
  },
  scope_missing: { status: 403, type: 'permission_error', when: 'The key lacks the scope that the endpoint needs.' },
  tenant_not_allowed: { status: 403, type: 'permission_error', when: 'The key is bound to other tenants.' },
  mode_not_allowed: { status: 403, type: 'permission_error', when: 'A test key can not make a live key.' },
  origin_not_allowed: {
    status: 403,
    type: 'permission_error',
    when: 'A web page from an origin that is not allowed has called /mcp.',
  },
  document_not_found: {
    status: 404,
    type: 'not_found_error',
    when: 'The document does not exist, or the key may not access its tenant.',
  },
  model_not_found: {
    status: 404,
    type: 'not_found_error',
    when: 'The model does not exist, or the key may not access its tenant.',
  },
  model_version_not_found: {
    status: 404,
    type: 'not_found_error',
    when: 'The model has no such version, or none that is or becomes its default.',
  },
  synonym_not_found: {
    status: 404,
    type: 'not_found_error',
    when: 'The synonym does not exist, or the key may not access its tenant.',
  },
  curation_not_found: {
    status: 404,
    type: 'not_found_error',
    when: 'The curation does not exist, or the key may not access its tenant.',
  },
  key_not_found: {
    status: 404,
    type: 'not_found_error',
    when: 'The key does not exist, or is outside what the calling key may manage.',
  },
  path_not_found: { status: 404, type: 'not_found_error', when: 'No endpoint has this path.' },
  version_not_found: { status: 404, type: 'not_found_error', when: 'The API version in the path does not exist.' },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    when: 'The path exists, but not with this method.',
  },
  request_timeout: { status: 408, type: 'invalid_request_error', when: 'The request did not arrive in time.' },
  document_exists: { status: 409, type: 'conflict_error', when: 'A document with this id already exists.' },
  model_exists: {
    status: 409,
    type: 'conflict_error',
    when: 'A model with this id, or a version with this name, already exists.',
  },
  synonym_exists: { status: 409, type: 'conflict_error', when: 'A synonym with this id already exists.' },
  curation_exists: { status: 409, type: 'conflict_error', when: 'A curation with this id already exists.' },
  key_revoked: { status: 409, type: 'conflict_error', when: 'A revoked key can not get a new secret.' },
  model_in_use: { status: 409, type: 'conflict_error', when: 'The version is the default version of its model.' },
  idempotency_mismatch: {
    status: 409,
    type: 'conflict_error',
    when: 'The Idempotency-Key was already used with a different request.',
  },
  body_too_large: { status: 413, type: 'invalid_request_error', when: 'The body is larger than its limit.' },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    when: 'The endpoint does not accept the Content-Type of the body.',
  },
  headers_too_large: { status: 431, type: 'invalid_request_error', when: 'The headers are larger than 16 KiB.' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error', when: 'The key has exceeded its rate limit.' },
  internal_error: { status: 500, type: 'api_error', when: 'A bug in Sextant.' },
  model_failed: { status: 502, type: 'model_error', when: 'A model failed, or returned an unusable answer.' },
  language_model_not_configured: {
    status: 503,
    type: 'model_error',
    when: 'The request needs a language model, and none is installed or configured.',
  },
  model_not_ready: {
    status: 503,
    type: 'model_error',
    when: 'A model is not loaded yet, or its version is not trained. If Retry-After is given, retry after that time.',
  },
  model_timeout: { status: 504, type: 'model_error', when: 'A model did not answer in time.' },
  overloaded: {
    status: 503,
    type: 'overloaded_error',
    when: 'The service is overloaded. Retry after the time given in Retry-After.',
  },
  engine_unavailable: {
    status: 503,
    type: 'overloaded_error',
    when: 'The search engine is starting, catching up with the store, or unreachable.',
  },
  query_too_expensive: {
    status: 503,
    type: 'overloaded_error',
    when: 'The query exceeded the time limit for queries.',
  },
  storage_unavailable: {
    status: 503,
    type: 'overloaded_error',
    when: 'The store could not be written or is not reachable, for example because the disk is full.',
  },
  starting: {
    status: 503,
    type: 'overloaded_error',
    when: 'The service is still loading its models and its index. Retry after the time given in Retry-After.',
  },
  shutting_down: { status: 503, type: 'overloaded_error', when: 'The service is stopping.' },
} as const satisfies Record<string, { status: number; type: ErrorType; when: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One entry of `errors`: a parameter that could not be read (a `Problem`), or that names something that is not there. */
interface BadParameter {
  param: string | null;
  code: string;
  message: string;
}

/** An error that the caller is told about. Anything else that is thrown is a bug and answers 500. */
export class ServiceError extends Error {
  readonly status: number;
  readonly type: ErrorType;

  constructor(
    readonly code: string,
    message: string,
    readonly details: { param?: string | null; retryAfterSeconds?: number; allow?: string[] } = {},
    readonly problems: readonly BadParameter[] = [],
  ) {
    super(message);
    this.name = 'ServiceError';
    const row = Object.hasOwn(ERRORS, code)
      ? ERRORS[code as ErrorCode]
      : { status: 400, type: 'invalid_request_error' as const };
    this.status = row.status;
    this.type = row.type;
  }
}

export function failure(code: ErrorCode, message: string, details?: ServiceError['details']): ServiceError {
  return new ServiceError(code, message, details);
}

/** Combines all problems of a request; the first one gives the error its code and message. */
export function invalidRequest(problems: readonly Problem[]): ServiceError {
  return refusalOf(problems);
}

/** Combines several errors with the same code, so that the caller can fix all parameters at once. */
export function allOf(failures: readonly ServiceError[]): ServiceError {
  return refusalOf(failures.map(({ code, message, details }) => ({ param: details.param ?? null, code, message })));
}

function refusalOf(bad: readonly BadParameter[]): ServiceError {
  const [first] = bad;
  const more = bad.length - 1;
  const message = more > 0 ? `${first.message} (and ${more} more, see errors)` : first.message;
  return new ServiceError(first.code, message, { param: first.param }, bad);
}
