import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure, ServiceError } from '../domain/errors/error.js';
import { Unavailable } from '../domain/errors/unavailable.js';
import { StorageWriteError } from '../storage/storage.js';
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

/** The rest of the body may still arrive, so the connection can't be reused. */
const ENDS_CONNECTION: ReadonlySet<string> = new Set(['request_timeout', 'body_too_large', 'http_malformed']);

/**
 * HTTP wants it with every 401. Not `Bearer`, though /mcp takes keys that way: assistants would look for an OAuth server to get a
 * token from, and complain that there is none.
 */
const CHALLENGE = 'ApiKey realm="Sextant", header="X-API-Key"';

/** Turns anything thrown into a response. This is the only place that does. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = noteFailure(thrown, request);
  const { retryAfterSeconds, allow } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  if (allow !== undefined) reply.header('Allow', allow.join(', '));
  if (error.status === 401) reply.header('WWW-Authenticate', CHALLENGE);
  if (ENDS_CONNECTION.has(error.code)) reply.header('Connection', 'close');
  return reply
    .code(error.status)
    .header('X-Request-Id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, { url: pathOf(request), requestId: request.id, livemode: isLive(request) }));
}

/** What the caller is told about something thrown. The log gets the details. */
export function noteFailure(thrown: unknown, request: FastifyRequest): ServiceError {
  const error = toServiceError(thrown);
  request.errorCode = error.code;
  if (isAbort(thrown)) request.log.info('the client disconnected before the response was complete');
  else if (error.code === 'internal_error') request.log.error({ err: thrown }, 'defect');
  else if (thrown instanceof Unavailable) request.log.error({ err: thrown }, 'the store is not available');
  else if (error.code === 'storage_unavailable') request.log.error({ err: thrown }, 'the store could not be written');
  return error;
}

/** The client has disconnected: queries and models are aborted this way, and a response that is being streamed ends so. */
function isAbort(thrown: unknown): boolean {
  if (thrown instanceof DOMException) return thrown.name === 'AbortError';
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_STREAM_PREMATURE_CLOSE';
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

/** `param` is always the first of these, also if a parameter names something that does not exist. */
function badParameters({ problems, code, message }: ServiceError, param: string | null): ErrorDetail['errors'] {
  if (problems.length === 0 && param !== null) return [{ param, code, message }];
  return problems.map((problem) => ({ param: problem.param, code: problem.code, message: problem.message }));
}

/** Passes on our own errors, translates those of Fastify, and takes everything else for a bug. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isAbort(thrown)) return failure('request_timeout', 'The client disconnected before the response was complete.');
  if (thrown instanceof StorageWriteError) {
    return failure(
      'storage_unavailable',
      'The document store could not be written. The reason is in the log of the service.',
      {
        retryAfterSeconds: 10,
      },
    );
  }
  if (thrown instanceof Unavailable) {
    return failure('storage_unavailable', thrown.message, { retryAfterSeconds: thrown.retryAfterSeconds });
  }
  switch (frameworkCode(thrown)) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure(
        'unsupported_media_type',
        'The Content-Type header is not a valid media type. Send application/json.',
      );
    case 'FST_ERR_BAD_URL':
      return failure('path_not_found', 'The path is not valid percent-encoded UTF-8.');
    default:
      return failure('internal_error', 'An internal error occurred. Please report it with the request id.');
  }
}

function frameworkCode(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : null;
}

/** Answers data that is not an HTTP request. There is no request or reply object for it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else socket.end(bareResponse(refusalFor(error.code)));
}

/** Answers what is meant for a proxy. Nothing else listens for errors of this connection, or ends it some time. */
export function answerConnect(_request: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  const refusal = failure('http_malformed', 'The service is not a proxy: it does not support CONNECT.');
  socket.end(bareResponse(refusal), () => socket.destroy());
}

/** A response for a connection that ends with it. */
function bareResponse(refusal: ServiceError): string {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refusal, { url: '', requestId, livemode: false }));
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function refusalFor(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return failure('headers_too_large', 'The headers are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return failure('request_timeout', 'The headers did not arrive in time.');
  return failure('http_malformed', 'The data sent is not a valid HTTP/1.1 request.');
}
