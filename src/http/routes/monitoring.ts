import { Type } from 'typebox';
import { requireEveryTenant } from '../../operations/tenancy.js';
import { callerOf } from '../admission/caller.js';
import type { ServiceMetrics } from '../observe.js';
import { choice } from '../schemas/checked.js';
import { answers, enveloped, exampleEnvelope } from '../schemas/responses.js';
import type { Services } from '../services.js';
import { envelope } from '../views/views.js';
import type { TypedServer } from './route.js';

const TAGS = ['Monitoring'];
/** These need no key. */
const OPEN = { security: [] };

const health = enveloped('health', { status: choice(['alive'], 'Always alive.') });
const readiness = enveloped('readiness', { status: choice(['ready'], 'Always ready.') });

/** Liveness probe: 200 as long as the process can answer at all. */
export function healthzRoute(server: TypedServer): void {
  server.get(
    '/healthz',
    {
      config: { scope: 'open' },
      schema: {
        ...OPEN,
        operationId: 'getHealth',
        tags: TAGS,
        summary: 'Ask whether the process lives',
        description: 'Answers as long as the process can answer at all. Needs no key.',
        response: answers(health, { ...exampleEnvelope('health', '/healthz'), status: 'alive' }),
      },
    },
    async (request) => ({ status: 'alive' as const, ...envelope(request, 'health') }),
  );
}

/** Readiness probe: 200 while requests are served, 503 while the service starts or stops, or its cluster or query threads are away. */
export function readyzRoute(server: TypedServer, { lifecycle, trouble }: Services): void {
  server.get(
    '/readyz',
    {
      config: { scope: 'open' },
      schema: {
        ...OPEN,
        operationId: 'getReadiness',
        tags: TAGS,
        summary: 'Ask whether requests are served',
        description:
          'Answers 200 while requests are served, and 503 while the service starts or stops, can not reach its cluster, or can not start the threads that answer queries. Needs no key.',
        response: answers(readiness, { ...exampleEnvelope('readiness', '/readyz'), status: 'ready' }),
      },
    },
    async (request) => {
      lifecycle.requireServing();
      const reason = trouble();
      if (reason !== null) throw reason;
      return { status: 'ready' as const, ...envelope(request, 'readiness') };
    },
  );
}

const METRICS_EXAMPLE =
  '# HELP sextant_documents Stored documents\n# TYPE sextant_documents gauge\nsextant_documents 5\n';

export function metricsRoute(server: TypedServer, metrics: ServiceMetrics): void {
  server.get(
    '/metrics',
    {
      config: { scope: 'metrics' },
      schema: {
        operationId: 'getMetrics',
        tags: TAGS,
        summary: 'Read the metrics',
        description:
          'Returns the metrics of the service in the text format of Prometheus. A test key is not shown those of ' +
          'live documents. The key needs the scope metrics, and must not be bound to tenants.',
        response: {
          200: {
            description: 'Success.',
            content: { 'text/plain': { schema: Type.String({ examples: [METRICS_EXAMPLE] }) } },
          },
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireEveryTenant(caller);
      return reply.type(metrics.contentType).send(await metrics.text(caller.mode));
    },
  );
}
