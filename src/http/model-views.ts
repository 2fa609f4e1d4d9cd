import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Model } from '../domain/model.js';
import { formatTimestamp } from '../domain/timestamp.js';
import type { Answered } from '../operations/idempotent-write.js';
import { envelope } from './views.js';

/** How models look in responses. */
export function modelView(model: Model) {
  return {
    id: model.id,
    kind: model.kind,
    name: model.name,
    description: model.description,
    tenant_id: model.tenantId,
    default_version: model.defaultVersion,
    versions: model.versions,
    created_at: formatTimestamp(model.createdAt),
    updated_at: formatTimestamp(model.updatedAt),
  };
}

/** The response of an operation that has stored a model. */
export function sendModel(
  { result, replayed }: Answered<Model>,
  request: FastifyRequest,
  reply: FastifyReply,
): ReturnType<typeof modelView> & ReturnType<typeof envelope> {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  return { ...envelope(request, 'model'), ...modelView(result) };
}
