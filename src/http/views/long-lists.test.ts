import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { responseWriter, USE_OF_SCHEMAS } from '../use-of-schemas.js';
import { listsInTurns } from './long-lists.js';

const SCHEMA = {
  type: 'object',
  properties: { object: {}, echo: {}, data: {}, total: {} },
};

async function answerTo(body: Record<string, unknown>) {
  const server = fastify({ schemaController: USE_OF_SCHEMAS });
  const handler = listsInTurns(async () => body);
  server.get('/', { schema: { response: { 200: SCHEMA } } }, handler);
  const response = await server.inject('/');
  await server.close();
  return response;
}

const document = { id: 'ü', metadata: { data: [], text: '"data":[]', long: 'x😀'.repeat(10_000) } };

it.each([
  ['no items', []],
  ['an item', [{ id: 'a' }]],
  ['items without anything', [null, undefined, {}]],
  ['more than is written in one turn', Array.from({ length: 100 }, (_, i) => ({ ...document, i }))],
])('writes a list of %s as it is written otherwise', async (_, data) => {
  const body = { total: 3, data, echo: { data: [] }, object: 'list' };
  const response = await answerTo(body);
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe(responseWriter(SCHEMA)(body));
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.body)));
});

it('leaves other bodies alone', async () => {
  expect((await answerTo({ object: 'document', data: 'text' })).json()).toEqual({ object: 'document', data: 'text' });
});
