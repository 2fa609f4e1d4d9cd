import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../../domain/errors/error.js';
import { pathOf } from '../admission/caller.js';
import { type ConsoleFile, readConsoleFiles } from '../console/console-files.js';
import type { TypedServer } from './route.js';

/**
 * Scripts, styles and requests of the console's own origin, and nothing else: a document that gets past the sanitiser still
 * can't run a script, load a picture from elsewhere, or be framed.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  Vary: 'Accept-Encoding',
};

/** The console's static files. They need no key: the console asks for one, and every request that it sends carries it. */
export async function consoleRoutes(server: TypedServer): Promise<void> {
  const files = await readConsoleFiles();
  const open = { config: { scope: 'open' as const }, schema: { hide: true } };
  server.get('/', open, async (request, reply) => {
    // The router takes a request for `*`, which is no path, for one for `/`.
    if (pathOf(request) !== '/') throw failure('path_not_found', 'This path does not exist.');
    return reply.redirect('/console/', 302);
  });
  server.get('/console', open, async (_request, reply) => reply.redirect('/console/', 302));
  server.get('/console/*', open, async (request, reply) => sendFile(files, request, reply));
}

function sendFile(files: ReadonlyMap<string, ConsoleFile>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const file = fileFor(files, (request.params as { '*': string })['*']);
  reply.headers({
    ...HEADERS,
    ETag: file.etag,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  reply.type(file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.brotli !== null && /\bbr\b/.test(accepted)) return reply.header('Content-Encoding', 'br').send(file.brotli);
  if (file.gzip !== null && /\bgzip\b/.test(accepted)) return reply.header('Content-Encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}

/** The pages of the console have paths of their own, which the browser resolves: each of them is the same file. */
function fileFor(files: ReadonlyMap<string, ConsoleFile>, path: string): ConsoleFile {
  const isPage = !path.startsWith('assets/') && !/\.\w+$/.test(path);
  const file = files.get(isPage ? 'index.html' : path);
  if (file !== undefined) return file;
  throw failure(
    'path_not_found',
    files.has('index.html') ? 'This path does not exist.' : 'The console is not built. Run `npm run build` first.',
  );
}
