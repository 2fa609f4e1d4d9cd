import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problems } from '../../domain/errors/problem.js';
import { compileChecker } from './schema-check.js';
import { type SchemaNode, schemaNode } from './schema-node.js';

interface PublishedApi {
  paths: Record<string, Record<string, PublishedOperation>>;
}

interface PublishedOperation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: object }> };
}

/**
 * The published schemas hold no custom checks, so both sides judge the same rules. What the parsers of filters, sorts and facets
 * judge is left out.
 */
function requestSchemas(): [string, SchemaNode][] {
  const { paths }: PublishedApi = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return operations.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }): [string, SchemaNode] => [
      operationId,
      schemaNode(JSON.parse(JSON.stringify(schema, (_, node) => (node?.$ref === undefined ? node : {})))),
    ]),
  );
}

const value = fc.oneof(
  fc.constantFrom('en', 'no', 'xx', 'plaintext', 'html', '2024-01-01', null, true, 0, 1, 100, 101, 1.5),
  fc.string({ maxLength: 3 }),
  fc.constantFrom(
    'x'.repeat(128),
    'x'.repeat(129),
    'x'.repeat(250),
    'x'.repeat(251),
    'é'.repeat(1001),
    '😀'.repeat(250),
  ),
  fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.integer(), fc.constant({})), { maxLength: 12 }),
  fc.dictionary(fc.string({ maxLength: 3 }), fc.integer(), { maxKeys: 2 }),
);

describe('the checker on the schemas of the API', () => {
  it('agrees with Ajv on what is valid', async () => {
    const schemas = requestSchemas();
    expect(schemas.length).toBeGreaterThanOrEqual(4);
    for (const [operation, schema] of schemas) {
      const accepts = new Ajv2020({ strict: false }).compile(schema);
      const check = compileChecker(schema);
      const names = Object.keys(schema.properties ?? {});
      const body = fc.record(Object.fromEntries([...names, 'other'].map((name) => [name, value])), {
        requiredKeys: [],
      });
      fc.assert(
        fc.property(body, fc.boolean(), (sent, complete) => {
          const plain = JSON.parse(
            JSON.stringify(complete ? { ...sent, title: 'T', tenant_id: 't', filter: {} } : sent),
          );
          const problems = new Problems();
          check(plain, { path: '', problems, now: 0 });
          expect({ operation, plain, valid: !problems.any }).toEqual({ operation, plain, valid: accepts(plain) });
        }),
      );
    }
  });
});
