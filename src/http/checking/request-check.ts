import type { FastifyRequest, RouteOptions } from 'fastify';
import { invalidRequest } from '../../domain/errors/error.js';
import { Problems } from '../../domain/errors/problem.js';
import { compileChecker } from './schema-check.js';
import { type CheckContext, type Checker, type SchemaNode, schemaNode } from './schema-node.js';

const NO_PARAMETERS: SchemaNode = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Checks body, query string and headers of a route's requests against its schema. It runs as one hook instead of as
 * Fastify's validator compiler, because Fastify stops at the first invalid part, and callers should see all problems.
 */
export function requestCheckFor(route: RouteOptions): (request: FastifyRequest) => Promise<void> {
  const { body, querystring, headers } = route.schema ?? {};
  const streamed = route.config?.body === 'stream';
  const checkBody = body === undefined || streamed ? null : compileChecker(schemaNode(body));
  const checkQuery = compileChecker(schemaNode(querystring ?? NO_PARAMETERS));
  const checkHeaders = compileHeaders(schemaNode(headers ?? NO_PARAMETERS));
  return async (request) => {
    const context: CheckContext = { path: '', problems: new Problems(), now: Date.now() };
    if (checkBody !== null) request.body = checkBody(request.body, context);
    request.query = checkQuery(request.query, context);
    checkHeaders(request.headers, context);
    if (context.problems.any) throw invalidRequest(context.problems.list);
  };
}

/** Headers are documented in mixed case and arrive in lower case. Headers outside the schema are ignored. */
function compileHeaders(schema: SchemaNode): (headers: FastifyRequest['headers'], context: CheckContext) => void {
  const checkers = Object.entries(schema.properties ?? {}).map(([name, node]): [string, Checker] => [
    name,
    compileChecker(node),
  ]);
  return (headers, context) => {
    for (const [name, check] of checkers) {
      const value = headers[name.toLowerCase()];
      if (value !== undefined) check(value, { ...context, path: name });
    }
  };
}
