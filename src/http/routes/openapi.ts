import { describeVersion } from '../describe/openapi.js';
import type { TypedServer } from './route.js';

/** The description of a version, made from the schemas that its routes use. It never changes, so it is made once. */
export function openApiRoute(server: TypedServer, version: string): void {
  let description: string | undefined;
  server.get('/openapi.json', { config: { scope: 'read' }, schema: { hide: true } }, async (_request, reply) => {
    description ??= JSON.stringify(describeVersion(server.swagger(), version));
    return reply.type('application/json; charset=utf-8').send(description);
  });
}
