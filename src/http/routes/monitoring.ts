import type { ServiceMetrics } from '../observe.js';
import type { Services } from '../services.js';
import { envelope } from '../views/views.js';
import type { TypedServer } from './route.js';

/** Liveness probe: 200 as long as the process can answer at all. */
export function healthzRoute(server: TypedServer): void {
  server.get('/healthz', { config: { scope: 'open' }, schema: { hide: true } }, async (request) => ({
    status: 'alive',
    ...envelope(request, 'health'),
  }));
}

/** Readiness probe: 200 while requests are served, 503 while the service starts or stops. */
export function readyzRoute(server: TypedServer, { lifecycle }: Services): void {
  server.get('/readyz', { config: { scope: 'open' }, schema: { hide: true } }, async (request) => {
    lifecycle.requireServing();
    return { status: 'ready', ...envelope(request, 'readiness') };
  });
}

export function metricsRoute(server: TypedServer, metrics: ServiceMetrics): void {
  server.get('/metrics', { config: { scope: 'metrics' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}
