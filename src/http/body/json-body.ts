import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { clip } from '../../domain/document/code-points.js';
import { failure, type ServiceError } from '../../domain/errors/error.js';
import { isRepeatable, sha256 } from '../admission/idempotency.js';
import { type ComplexityLimits, malformed, parseJson } from './parse-json.js';

export const JSON_BODY_LIMIT = 1_048_576;

/**
 * A body that is too large is read up to this size and discarded. If the connection were closed while the client still
 * writes, the client would see a reset instead of the response.
 */
const DISCARD_LIMIT = 64 * JSON_BODY_LIMIT;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How much a JSON body may contain, where less than usual is taken. */
    complexity?: ComplexityLimits;
  }
}

interface JsonBody {
  value: unknown;
  /** SHA-256 of the bytes in hexadecimal; empty if the request is not repeatable. */
  fingerprint: string;
}

/** A hook that puts the parsed body on the request. */
export function receiveJsonBody(
  timeoutMilliseconds: number,
  complexity?: ComplexityLimits,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { value, fingerprint } = await readJsonBody(request, timeoutMilliseconds, complexity);
    request.body = value;
    request.bodyFingerprint = fingerprint;
  };
}

/** Reads and parses a JSON body, within limits on its size and on the time it takes to arrive. */
async function readJsonBody(
  request: FastifyRequest,
  timeoutMilliseconds: number,
  complexity?: ComplexityLimits,
): Promise<JsonBody> {
  if (hasNoBody(request)) throw bodyNeeded();
  requireMediaType(request, ['application/json']);
  const bytes = await readBytes(request.raw, timeoutMilliseconds);
  if (bytes.length === 0) throw bodyNeeded();
  return { value: parseJson(bytes, complexity), fingerprint: isRepeatable(request) ? sha256(bytes) : '' };
}

function bodyNeeded(): Error {
  return malformed('The request has no body. Send a JSON object, {} if you have no parameters.');
}

function hasNoBody({ headers }: FastifyRequest): boolean {
  const empty = headers['content-length'] === undefined || headers['content-length'] === '0';
  return empty && headers['transfer-encoding'] === undefined && headers['content-type'] === undefined;
}

function readBytes(stream: IncomingMessage, timeoutMilliseconds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => finish(() => reject(tooSlow(timeoutMilliseconds))), timeoutMilliseconds);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      stream.off('data', onData).off('end', onEnd).off('error', onFailure).off('close', onFailure);
      settle();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= JSON_BODY_LIMIT) chunks.push(chunk);
      else chunks.length = 0;
      if (length > DISCARD_LIMIT) finish(() => reject(tooLarge()));
    };
    const onEnd = () => {
      finish(() => (length > JSON_BODY_LIMIT ? reject(tooLarge()) : resolve(Buffer.concat(chunks, length))));
    };
    const onFailure = () =>
      finish(() => reject(failure('request_timeout', 'The connection closed before the body was complete.')));
    stream.on('data', onData).on('end', onEnd).on('error', onFailure).on('close', onFailure);
  });
}

function tooLarge(): Error {
  return failure('body_too_large', `The body is larger than the limit of ${JSON_BODY_LIMIT} bytes (1 MiB).`);
}

function tooSlow(milliseconds: number): Error {
  return failure('request_timeout', `The body did not arrive within ${milliseconds / 1000} seconds.`);
}

/** Refuses a body that has none of these media types, is not in UTF-8, or is compressed. */
export function requireMediaType({ headers }: FastifyRequest, types: readonly string[]): void {
  const { type, charset } = readContentType(headers['content-type'] ?? '');
  if (!types.includes(type)) {
    const sent = headers['content-type'] === undefined ? 'it is not set' : `"${clip(type, 100)}" was sent`;
    throw unsupported(`Content-Type must be ${types.join(' or ')}; ${sent}.`);
  }
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw unsupported(`The body must be UTF-8; its Content-Type says charset "${clip(charset, 40)}".`);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw unsupported(`Compressed bodies are not supported; Content-Encoding is "${clip(encoding, 40)}".`);
  }
}

/** `application/json; charset="UTF-8"` → its parts in lower case. */
function readContentType(header: string): { type: string; charset: string } {
  const [type, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replaceAll('"', '') ?? 'utf-8' };
}

function unsupported(message: string): ServiceError {
  return failure('unsupported_media_type', message);
}
