import type { FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { invalidRequest } from '../../domain/error.js';
import { Problems } from '../../domain/problem.js';
import { compileChecker } from './schema-check.js';
import type { CheckContext, Checker, SchemaNode } from './schema-node.js';

const NO_PARAMETERS: SchemaNode = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Checks body, query string and headers of a route's requests against its schema. It runs as one hook instead of as
 * Fastify's validator compiler, because Fastify stops at the first part that is wrong and callers are owed all problems.
 */
export function requestCheckFor(route: RouteOptions): (request: FastifyRequest) => Promise<void> {
  const { body, querystring, headers }: FastifySchema = route.schema ?? {};
  const checkBody = body === undefined ? null : compileChecker(body as SchemaNode);
  const checkQuery = compileChecker((querystring as SchemaNode | undefined) ?? NO_PARAMETERS);
  const checkHeaders = compileHeaders(headers as SchemaNode | undefined);
  return async (request) => {
    const context: CheckContext = { path: '', problems: new Problems(), now: Date.now() };
    if (checkBody !== null) request.body = checkBody(request.body, context);
    request.query = checkQuery(request.query, context);
    checkHeaders(request.headers, context);
    if (context.problems.any) throw invalidRequest(context.problems.list);
  };
}

/** Headers are documented with capitals and arrive without; those that no schema names are nobody's business. */
function compileHeaders(
  schema: SchemaNode | undefined,
): (headers: FastifyRequest['headers'], context: CheckContext) => void {
  const checkers = Object.entries(schema?.properties ?? {}).map(([name, node]): [string, Checker] => [
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
