import { envelope } from '../views/views.js';
import type { TypedServer } from './route.js';

/** For whoever restarts the process: 200 as long as it can answer at all. */
export function healthzRoute(server: TypedServer): void {
  server.get('/healthz', { config: { scope: 'open' }, schema: { hide: true } }, async (request) => ({
    status: 'alive',
    ...envelope(request, 'health'),
  }));
}
