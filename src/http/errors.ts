import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure, ServiceError } from '../domain/errors/error.js';
import { StorageWriteError } from '../storage/storage-error.js';
import { isLive, pathOf } from './admission/caller.js';

export interface ErrorBody {
  object: 'error';
  url: string;
  error: ErrorDetail;
  livemode: boolean;
}

export interface ErrorDetail {
  type: string;
  code: string;
  message: string;
  param: string | null;
  errors: { param: string | null; code: string; message: string }[];
  request_id: string;
}

/** The rest of the body may still be on its way, so nothing else can be read from this connection. */
const ENDS_CONNECTION: ReadonlySet<string> = new Set(['request_timeout', 'body_too_large', 'http_malformed']);

/** The one place where something thrown becomes a response. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = noteFailure(thrown, request);
  const { retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  if (allow !== undefined) reply.header('Allow', allow.join(', '));
  if (ENDS_CONNECTION.has(error.code)) reply.header('Connection', 'close');
  return reply
    .code(error.status)
    .header('X-Request-Id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, { url: pathOf(request), requestId: request.id, livemode: isLive(request) }));
}

/** What the caller is told of something thrown; the log is told the rest. */
export function noteFailure(thrown: unknown, request: FastifyRequest): ServiceError {
  const error = toServiceError(thrown);
  request.errorCode = error.code;
  if (isAbort(thrown)) request.log.info('the client went away while a model was writing');
  else if (error.code === 'internal_error') request.log.error({ err: thrown }, 'defect');
  if (error.code === 'storage_unavailable') request.log.error({ err: thrown }, 'the store could not be written');
  return error;
}

/** What a model is stopped with when nobody waits for its text any more. */
function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError';
}

export function errorBody(
  error: ServiceError,
  about: { url: string; requestId: string; livemode: boolean },
): ErrorBody {
  return { object: 'error', url: about.url, error: errorDetail(error, about.requestId), livemode: about.livemode };
}

export function errorDetail(error: ServiceError, requestId: string): ErrorDetail {
  const { type, code, message, details } = error;
  const param = details.param ?? null;
  return { type, code, message, param, errors: badParameters(error, param), request_id: requestId };
}

/** `param` is always the first of these, also where a parameter was refused for what it names: a missing document, say. */
function badParameters({ problems, code, message }: ServiceError, param: string | null): ErrorDetail['errors'] {
  if (problems.length === 0 && param !== null) return [{ param, code, message }];
  return problems.map((problem) => ({ param: problem.param, code: problem.code, message: problem.message }));
}

/** What we refuse ourselves is passed on; what the HTTP framework refuses is put in our words; all else is a defect. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isAbort(thrown)) return failure('request_timeout', 'The client went away before the answer was complete.');
  if (thrown instanceof StorageWriteError) {
    return failure(
      'storage_unavailable',
      'The document store could not be written. The operator finds the reason in the log.',
      {
        retryAfterSeconds: 10,
      },
    );
  }
  switch (frameworkCode(thrown)) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure('unsupported_media_type', 'The Content-Type header is not a media type. Send application/json.');
    case 'FST_ERR_BAD_URL':
      return failure('path_not_found', 'The path is not UTF-8 in percent-encoding.');
    default:
      return failure('internal_error', 'Something went wrong on our side. Please report the request id.');
  }
}

function frameworkCode(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : null;
}

/** Answers what could not be read as an HTTP request, for which there is no request or reply object. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalFor(error.code);
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refusal, { url: '', requestId, livemode: false }));
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function refusalFor(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return failure('headers_too_large', 'The headers are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return failure('request_timeout', 'The headers did not arrive in time.');
  return failure('http_malformed', 'What was sent is not a valid HTTP/1.1 request.');
}
