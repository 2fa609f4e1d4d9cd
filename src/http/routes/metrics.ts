import type { ServiceMetrics } from '../observe/metrics.js';
import type { TypedServer } from './route.js';

export function metricsRoute(server: TypedServer, metrics: ServiceMetrics): void {
  server.get('/metrics', { config: { scope: 'metrics' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}
