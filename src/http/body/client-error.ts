import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { failure, type ServiceError } from '../../domain/errors/error.js';
import { errorBody } from '../errors.js';

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
