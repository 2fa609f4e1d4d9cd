import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceMetrics } from './metrics.js';

/** Counts and logs a request once it is over. A client that goes away ends it too, which no hook of the server tells. */
export function observeRequest(request: FastifyRequest, reply: FastifyReply, metrics: ServiceMetrics): void {
  metrics.requestBegins();
  reply.raw.once('close', () => {
    const status = reply.raw.writableFinished ? reply.statusCode : 'aborted';
    const { method } = request;
    const route = request.routeOptions.url ?? null;
    metrics.requestEnds({ method, route, status, seconds: reply.elapsedTime / 1000 });
    logRequest(request, { method, route, status, duration_ms: Math.round(reply.elapsedTime * 10) / 10 });
  });
}

/** It holds no key, no query string and nothing of a body. */
function logRequest(request: FastifyRequest, about: object): void {
  const { caller, errorCode } = request;
  request.log.info({ ...about, code: errorCode ?? undefined, key_id: caller?.keyId ?? null }, 'request');
}
