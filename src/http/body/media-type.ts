import type { FastifyRequest } from 'fastify';
import { clip } from '../../domain/document/code-points.js';
import { failure, type ServiceError } from '../../domain/errors/error.js';

/** Refuses a body that is not of one of `types`, in another charset than UTF-8, or compressed. */
export function requireMediaType({ headers }: FastifyRequest, types: readonly string[]): void {
  const { type, charset } = readContentType(headers['content-type'] ?? '');
  if (!types.includes(type)) {
    const sent = headers['content-type'] === undefined ? 'it is not set' : `"${clip(type, 100)}" was sent`;
    throw unsupported(`Content-Type must be ${types.join(' or ')}; ${sent}.`);
  }
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw unsupported(`The body must be UTF-8; its charset is given as "${clip(charset, 40)}".`);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw unsupported(`Compressed bodies are not taken; Content-Encoding is "${clip(encoding, 40)}".`);
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
