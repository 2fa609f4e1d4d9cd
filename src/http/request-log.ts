import type { FastifyReply, FastifyRequest } from 'fastify';

/** One line per request. It holds no key, no query string and nothing of a body. */
export function recordResponse(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      key_id: request.caller?.keyId ?? null,
    },
    'request',
  );
}
