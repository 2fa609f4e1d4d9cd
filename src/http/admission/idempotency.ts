import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Idempotency, IdempotentRequest } from '../../operations/context.js';
import type { SecretRequest } from '../../operations/keys/issue-once.js';
import { callerOf, sentKey, targetOf } from './caller.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the JSON body, in hexadecimal; empty without a body or an `Idempotency-Key`. */
    bodyFingerprint: string;
  }
}

/** Reading the body costs no hash unless the request can be repeated. */
export function isRepeatable({ headers }: FastifyRequest): boolean {
  return headers['idempotency-key'] !== undefined;
}

/** The key that a record is stored under; null without an `Idempotency-Key`. Callers and modes never share one. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const sent = request.headers['idempotency-key'];
  if (typeof sent !== 'string') return null;
  const { mode, keyId } = callerOf(request);
  return `${mode}/${keyId}/${sent}`;
}

/** Two requests are the same if method, path, query string and body are. Stored, so the form must not change. */
export function requestFingerprint(request: FastifyRequest, bodyFingerprint: string): string {
  return sha256(`${request.method} ${targetOf(request)} ${bodyFingerprint}`);
}

/** What an operation needs to answer a repeated request without doing it again; null without an `Idempotency-Key`. */
export function idempotentRequest(
  { idempotency }: { idempotency: Idempotency },
  request: FastifyRequest,
  bodyFingerprint: string = request.bodyFingerprint,
): IdempotentRequest | null {
  const key = idempotencyKey(request);
  if (key === null) return null;
  const { storage, mutex } = idempotency;
  return { storage, mutex, key, fingerprint: requestFingerprint(request, bodyFingerprint) };
}

/** The same for a request whose response holds a secret. */
export function secretRequest(services: { idempotency: Idempotency }, request: FastifyRequest): SecretRequest | null {
  const idempotent = idempotentRequest(services, request);
  return idempotent && { ...idempotent, callerSecret: sentKey(request) };
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
