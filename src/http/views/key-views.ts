import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatTimestamp } from '../../domain/document/timestamp.js';
import type { Answered } from '../../operations/idempotent-write.js';
import { type IssuedKey, listed } from '../../operations/keys/keys.js';
import type { ShownKey } from '../../operations/keys/manage-keys.js';
import { envelope } from './views.js';

/** How keys look in responses. */
export function keyView({ key, status }: ShownKey) {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    status,
    scopes: key.scopes,
    tenants: key.tenants,
    rate_limit: key.rateLimit,
    created_at: dateOf(key.createdAt),
    expires_at: dateOf(key.expiresAt),
    revoked_at: dateOf(key.revokedAt),
  };
}

/** The response of an operation that has issued a secret: the only one that shows it. */
export function sendIssued({ result, replayed }: Answered<IssuedKey>, request: FastifyRequest, reply: FastifyReply) {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  reply.header('Cache-Control', 'no-store');
  const { key, secret } = result;
  return { ...keyView(listed(key, Date.now())), key: secret, ...envelope(request, 'key') };
}

function dateOf(time: number | null): string | null {
  return time === null ? null : formatTimestamp(time);
}
