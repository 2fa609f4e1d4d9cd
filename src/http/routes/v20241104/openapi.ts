import { readFile } from 'node:fs/promises';
import type { TypedServer } from '../route.js';

/** Written by `npm run openapi` from the schemas of the routes. A test compares the two. */
const DESCRIPTION = new URL('../../../../openapi.json', import.meta.url);

/** Serves what describes this version for tools. */
export function openApiRoute(server: TypedServer): void {
  server.get('/openapi.json', { config: { scope: 'read' }, schema: { hide: true } }, async (_request, reply) => {
    return reply.type('application/json; charset=utf-8').send(await readFile(DESCRIPTION, 'utf8'));
  });
}
