import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { failure } from '../../domain/errors/error.js';
import { untilAnswered } from '../admission/work-limit.js';
import type { ToolLimits } from '../mcp/tools.js';
import type { Services } from '../services.js';
import type { TypedServer } from './route.js';

interface McpOptions extends ToolLimits {
  services: Services;
  /** Host names of web pages that may connect, in addition to those of this machine. */
  mcpOrigins: readonly string[];
}

/** A JSON-RPC message, which the protocol library checks. A list of them is refused: each is a request of its own. */
const message = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

/**
 * The protocol library takes 4 µs for each key of a message, on the event loop. The largest message that a tool accepts has about
 * 1,200: those of a filter with 256 clauses.
 */
const COMPLEXITY = { values: 100_000, members: 2000 };

/** The Model Context Protocol over streamable HTTP, for assistants: https://modelcontextprotocol.io */
export function mcpRoute(server: TypedServer, { services, mcpOrigins, ...limits }: McpOptions): void {
  server.post(
    '/mcp',
    {
      // Every tool has its own scope and its own time limit.
      config: { scope: 'any', bearer: true, work: 'own', complexity: COMPLEXITY },
      schema: { hide: true, body: message },
      onRequest: async (request) => requireOrigin(request, mcpOrigins),
    },
    async (request, reply) => {
      // Loaded with the first message: many services are never asked one.
      const [{ answerMessage }, { toolsFor }] = await Promise.all([
        import('../../mcp/protocol-server.js'),
        import('../mcp/tools.js'),
      ]);
      const tools = toolsFor({ services, request, reply }, limits);
      const onError = (error: Error) => request.log.debug({ err: error }, 'MCP');
      return reply.send(await answerMessage(asWebRequest(request, reply), request.body, { tools, onError }));
    },
  );
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Browsers send the origin of the page; other clients send none. A page from elsewhere could otherwise reach a service on the user's own
 * machine by DNS rebinding, which the protocol demands to prevent.
 */
function requireOrigin({ headers }: FastifyRequest, allowed: readonly string[]): void {
  const { origin } = headers;
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).hostname : null;
  if (host !== null && (THIS_MACHINE.includes(host) || allowed.includes(host))) return;
  throw failure(
    'origin_not_allowed',
    `Web pages from this origin may not use this endpoint. SEXTANT_MCP_ORIGINS allows host names.`,
  );
}

/** The library needs the headers of the protocol; the body has been read already. */
const PASSED_ON = /^(?:accept|content-type|mcp-.*)$/;

function asWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (PASSED_ON.test(name) && typeof value === 'string') headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal: untilAnswered(reply) });
}
