import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../../domain/errors/error.js';
import type { RouteTable } from '../describe/route-table.js';
import type { Services } from '../services.js';
import { acceptKey, requireScope } from './authentication.js';
import { callerOf, pathOf } from './caller.js';
import { RateLimiter } from './rate-limit.js';

/** Who may go on to have their body read: a known key, within its rate, for a path that exists, with the right scope. */
export function admission(
  { services, rateLimit }: { services: Services; rateLimit: number | null },
  table: RouteTable,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const limiter = new RateLimiter(rateLimit);
  return async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    requireHost(request);
    if (request.routeOptions.config?.scope === 'open') return;
    await acceptKey(request, services.authenticate);
    limiter.take(callerOf(request), reply, Date.now());
    requireRoute(request, table);
    requireScope(request);
    services.lifecycle.requireServing();
  };
}

/** HTTP/1.1 asks for this 400; Node's own would have neither a body nor a request id. */
function requireHost({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && headers.host === undefined) {
    throw failure('http_malformed', 'An HTTP/1.1 request needs a Host header.');
  }
}

function requireRoute(request: FastifyRequest, table: RouteTable): void {
  const path = pathOf(request);
  const shadowed = table.isExact(path) && request.routeOptions.url !== path;
  if (request.is404 || shadowed) throw table.explain(request.method, path);
}
