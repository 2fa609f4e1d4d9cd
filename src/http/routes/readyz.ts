import type { Services } from '../services.js';
import { envelope } from '../views/views.js';
import type { TypedServer } from './route.js';

/** For whoever sends it requests: 200 while they are served, 503 before that and once the service is stopping. */
export function readyzRoute(server: TypedServer, { lifecycle }: Services): void {
  server.get('/readyz', { config: { scope: 'open' }, schema: { hide: true } }, async (request) => {
    lifecycle.requireServing();
    return { status: 'ready', ...envelope(request, 'readiness') };
  });
}
