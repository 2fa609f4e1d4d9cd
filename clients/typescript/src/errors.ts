import type { ErrorBody, ErrorCode, ErrorDetail, Problem } from './generated/openapi.js';

export interface SextantErrorDetails {
  /** The HTTP status; null if there was no response, or if the error came within a stream. */
  status: number | null;
  type: ErrorDetail['type'] | null;
  code: ErrorCode | ClientErrorCode | (string & {});
  param: string | null;
  problems: readonly Problem[];
  requestId: string | null;
  retryAfterSeconds: number | null;
}

/** Codes of this client, for failures that the service has no part in. */
export type ClientErrorCode = 'connection_failed' | 'timeout' | 'unexpected_response';

/** Any failure of a request. The subclasses say what kind it is. */
export class SextantError extends Error implements SextantErrorDetails {
  override readonly name: string = 'SextantError';
  readonly status: number | null;
  readonly type: ErrorDetail['type'] | null;
  /** What happened, for programs. docs/errors.md of Sextant lists them all; a newer service may have others. */
  readonly code: SextantErrorDetails['code'];
  /** The first invalid parameter, as a path: `filter.must[2].range.created_at`. */
  readonly param: string | null;
  /** Every invalid parameter of the request. */
  readonly problems: readonly Problem[];
  /** Names the request in the log of the service. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** How often the request was sent. */
  attempts = 1;
  /** Whether an attempt before the last may have been carried out: its answer was lost. */
  mayBeDone = false;

  constructor(
    message: string,
    details: Partial<SextantErrorDetails> & { code: SextantErrorDetails['code'] },
    cause?: unknown,
  ) {
    super(message, { cause });
    this.status = details.status ?? null;
    this.type = details.type ?? null;
    this.code = details.code;
    this.param = details.param ?? null;
    this.problems = details.problems ?? [];
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** The request is wrong (400, 405, 413, 415): `problems` lists every invalid parameter. */
export class InvalidRequestError extends SextantError {
  override readonly name = 'InvalidRequestError';
}

/** The key is missing, unknown, revoked or expired (401). */
export class AuthenticationError extends SextantError {
  override readonly name = 'AuthenticationError';
}

/** The key may not do this: it lacks the scope, or is bound to other tenants (403). */
export class PermissionDeniedError extends SextantError {
  override readonly name = 'PermissionDeniedError';
}

/** There is no such document, model or path, or the key may not see it (404). */
export class NotFoundError extends SextantError {
  override readonly name = 'NotFoundError';
}

/** Something with this id exists, is in use, or an idempotency key was used for another request (409). */
export class ConflictError extends SextantError {
  override readonly name = 'ConflictError';
}

/** The key has exceeded its rate limit (429). */
export class RateLimitError extends SextantError {
  override readonly name = 'RateLimitError';
}

/** The service, or a model that it needs, can't answer now (502, 503, 504). */
export class UnavailableError extends SextantError {
  override readonly name = 'UnavailableError';
}

/** There was no response, or it was cut off. */
export class ConnectionError extends SextantError {
  override readonly name: string = 'ConnectionError';
}

/** There was no response within the time limit. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

const CLASSES: Partial<Record<ErrorDetail['type'], typeof SextantError>> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  permission_error: PermissionDeniedError,
  not_found_error: NotFoundError,
  conflict_error: ConflictError,
  rate_limit_error: RateLimitError,
  model_error: UnavailableError,
  overloaded_error: UnavailableError,
};

/** The error of an error body. A body within a stream has no status of its own. */
export function errorOf(
  { error }: ErrorBody,
  response: { status: number | null; retryAfterSeconds: number | null },
): SextantError {
  const { message, type, code, param, errors: problems, request_id: requestId } = error;
  return new (CLASSES[type] ?? SextantError)(message, { ...response, type, code, param, problems, requestId });
}

/** The error of a response that is not from the service but, for example, from a proxy. */
export function foreignError(status: number, retryAfterSeconds: number | null): SextantError {
  const details = { status, retryAfterSeconds, code: 'unexpected_response' as const };
  const message = `The response has status ${status} and is not from Sextant.`;
  if (status === 429) return new RateLimitError(message, details);
  return status >= 502 && status <= 504 ? new UnavailableError(message, details) : new SextantError(message, details);
}

export function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'object' &&
    body.error !== null &&
    'code' in body.error
  );
}
