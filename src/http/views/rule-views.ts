import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatTimestamp } from '../../domain/document/timestamp.js';
import type { Curation, Synonym } from '../../domain/search/search-rule.js';
import type { Answered } from '../../operations/idempotent-write.js';
import type { AppliedCuration } from '../../operations/rules/find-curations.js';
import type { AppliedSynonym } from '../../operations/rules/find-synonyms.js';
import { envelope } from './views.js';

/** How synonyms and curations look in responses. */
export function synonymView({ id, language, tenantId, equivalent, from, to, createdAt }: Synonym) {
  return { id, language, tenant_id: tenantId, equivalent, from, to, created_at: formatTimestamp(createdAt) };
}

export function curationView({ id, query, match, tenantId, pin, hide, createdAt }: Curation) {
  return { id, query, match, tenant_id: tenantId, pin, hide, created_at: formatTimestamp(createdAt) };
}

/** What a response says about rules that were applied: nothing if none were. */
export function appliedRulesView({
  appliedSynonyms,
  appliedCurations = [],
}: {
  appliedSynonyms: readonly AppliedSynonym[];
  appliedCurations?: readonly AppliedCuration[];
}) {
  return {
    ...(appliedSynonyms.length > 0 && { applied_synonyms: [...appliedSynonyms] }),
    ...(appliedCurations.length > 0 && { applied_curations: [...appliedCurations] }),
  };
}

/** The response of an operation that has stored a synonym. */
export function sendSynonym({ result, replayed }: Answered<Synonym>, request: FastifyRequest, reply: FastifyReply) {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  return { ...synonymView(result), ...envelope(request, 'synonym') };
}

/** The response of an operation that has stored a curation. */
export function sendCuration({ result, replayed }: Answered<Curation>, request: FastifyRequest, reply: FastifyReply) {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  return { ...curationView(result), ...envelope(request, 'curation') };
}
