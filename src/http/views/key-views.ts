import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answered } from '../../operations/idempotent-write.js';
import { describeKey, type IssuedKey, listed } from '../../operations/keys/keys.js';
import { envelope } from './views.js';

/** The response of an operation that has issued a secret: the only one that shows it. */
export function sendIssued({ result, replayed }: Answered<IssuedKey>, request: FastifyRequest, reply: FastifyReply) {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  reply.header('Cache-Control', 'no-store');
  const { key, secret } = result;
  return { ...describeKey(listed(key, Date.now())), key: secret, ...envelope(request, 'key') };
}
