import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WrittenDocument } from '../../operations/documents/write-document.js';
import type { Answered } from '../../operations/idempotent-write.js';
import { documentView, envelope } from '../views/views.js';

/** The response of an operation that has stored a document. */
export function sendWritten(
  { result, replayed }: Answered<WrittenDocument>,
  request: FastifyRequest,
  reply: FastifyReply,
): ReturnType<typeof documentView> & ReturnType<typeof envelope> {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  return { ...envelope(request, 'document', result.semanticTokens), ...documentView(result.document) };
}
