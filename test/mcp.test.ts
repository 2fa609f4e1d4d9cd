import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './harness/client.js';
import { expectError } from './harness/expectations.js';
import { temporaryFolder } from './harness/service.js';
import { useService } from './harness/service-under-test.js';
import { inheritedEnvironment, OPERATOR_KEY, SEXTANT_COMMAND, spawnSextant } from './harness/sextant-process.js';

const shared = useService({ environment: { SEXTANT_MCP_ORIGINS: 'app.example.com' } });
const clients: Client[] = [];

const TOOLS = ['search', 'retrieve', 'ask', 'get_document', 'add_document'];

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'tides', tenant_id: 'library', title: 'How tides work', content: 'The Moon pulls the oceans.' },
    { id: 'bread', tenant_id: 'kitchen', title: 'Baking bread', content: 'Flour, water, salt and time.' },
  ]);
});
afterAll(() => Promise.all(clients.map((client) => client.close())));

/** The revisions of the protocol of 2025, and the one of 2026. */
const ERAS: [string, ClientOptions][] = [
  ['2025', { versionNegotiation: { mode: 'legacy' } }],
  ['2026', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
];

async function connect(transport: Parameters<Client['connect']>[0], options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' }, options);
  await client.connect(transport);
  clients.push(client);
  return client;
}

function overHttp(key: string, options?: ClientOptions): Promise<Client> {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  return connect(new StreamableHTTPClientTransport(new URL(`${shared.service.url}/mcp`), { requestInit }), options);
}

function overStandardStreams(options?: ClientOptions): Promise<Client> {
  const env = { ...inheritedEnvironment(), SEXTANT_API_KEY: OPERATOR_KEY } as Record<string, string>;
  const args = [SEXTANT_COMMAND, 'mcp', '--url', shared.service.url];
  return connect(new StdioClientTransport({ command: process.execPath, args, env }), options);
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as { text: string }[];
  return { text, structured: structuredContent as Record<string, unknown>, isError: isError === true };
}

async function toolNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

it('tells nothing of what imports of files note for themselves', async () => {
  const metadata = { topic: 'knots', import: { file: '/home/anna/knots.md', hash: 'a1' } };
  const document = {
    id: 'imported',
    tenant_id: 'files',
    title: 'Bowline',
    content: 'A bowline holds the mast.',
    metadata,
  };
  await shared.client.importDocuments([document]);
  const client = await overHttp(OPERATOR_KEY);
  for (const [tool, args] of [
    ['search', { query: 'bowline', tenant_id: ['files'] }],
    ['ask', { query: 'What holds the mast?', tenant_id: ['files'] }],
    ['get_document', { id: 'imported' }],
  ] as const) {
    const { text, structured } = await call(client, tool, args);
    expect(JSON.stringify(structured), tool).toContain('"metadata":{"topic":"knots"}');
    expect(text + JSON.stringify(structured), tool).not.toContain('anna');
  }
});

describe.each([
  ...ERAS.map(([era, options]) => [`HTTP, ${era}`, () => overHttp(OPERATOR_KEY, options)] as const),
  ...ERAS.map(([era, options]) => [`standard streams, ${era}`, () => overStandardStreams(options)] as const),
])('over %s', (place, open) => {
  let client: Client;

  beforeAll(async () => {
    client = await open();
  });

  it('introduces itself', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'sextant' });
    expect(client.getInstructions()).toContain('index of documents');
  });

  it('lists its tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toBeTruthy();
      expect(description).toBeTruthy();
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      const described = Object.values(inputSchema.properties as Record<string, { description?: string }>);
      expect(described.every(({ description }) => description)).toBe(true);
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toMatchObject({ title, destructiveHint: false, openWorldHint: false });
    }
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly).toEqual(TOOLS.filter((name) => name !== 'add_document'));
    const { limit } = tools[0].inputSchema.properties as Record<string, object>;
    expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
  });

  it('searches', async () => {
    const { text, structured } = await call(client, 'search', { query: 'tides', tenant_id: ['library'] });
    expect(text).toMatch(/^1 document found\.\n\n1\. How tides work\nid: tides \| confidence: very_high/);
    expect(structured).toMatchObject({ data: [{ id: 'tides', tenant_id: 'library' }], total_number_of_results: 1 });
  });

  it('searches all languages by meaning', async () => {
    const { structured } = await call(client, 'search', {
      query: 'Meer und Mond',
      multilingual_search: true,
      limit: 1,
    });
    expect(structured).toMatchObject({ data: [{ id: 'tides' }] });
  });

  it('retrieves passages', async () => {
    const { text, structured } = await call(client, 'retrieve', {
      query: 'What pulls the oceans?',
      retrieval_limit: 1,
    });
    expect(text).toContain('The Moon pulls the oceans.');
    expect(structured).toMatchObject({ data: [{ document_id: 'tides', passage: 'The Moon pulls the oceans.' }] });
  });

  it('answers from the documents, or says that it can not', async () => {
    const { text, structured } = await call(client, 'ask', { query: 'What pulls the oceans?' });
    expect(text).toMatch(/^The Moon pulls the oceans\. \[1\]\n\nSources:\n\[1\] How tides work/);
    expect(structured).toMatchObject({ sources: [{ id: 'tides' }], model: null });
    const unknown = await call(client, 'ask', { query: 'Who won the world cup in 1998?' });
    expect(unknown).toMatchObject({ isError: false, structured: { sources: [] } });
  });

  it('adds a document and reads it', async () => {
    const id = `added-${place.replace(/\W+/g, '-')}`;
    const added = await call(client, 'add_document', { id, title: 'Knots', tenant_id: 'x', content: 'A bowline.' });
    expect(added).toMatchObject({ isError: false, structured: { id, title: 'Knots' } });
    const read = await call(client, 'get_document', { id });
    expect(read.text).toMatch(/^Knots\nid: added.*\n\nA bowline\.$/);
    const again = await call(client, 'add_document', { id, title: 'Knots', tenant_id: 'x' });
    expect(again).toMatchObject({ isError: true, text: expect.stringContaining('already exists') });
  });

  it('names every wrong argument', async () => {
    const { isError, text } = await call(client, 'search', { limit: 'ten', filtr: {}, page: 0 });
    expect(isError).toBe(true);
    for (const name of ['query is required', 'limit must be', 'filtr is not a parameter', 'page must be']) {
      expect(text).toContain(name);
    }
    const deep = await call(client, 'search', { query: 'x', page: 1000, limit: 100 });
    expect(deep).toMatchObject({ isError: true, text: expect.stringContaining('beyond result 10000') });
  });

  it('says what is not there', async () => {
    const missing = await call(client, 'get_document', { id: 'missing' });
    expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('document_not_found') });
    await expect(client.callTool({ name: 'drop_everything', arguments: {} })).rejects.toThrow('no tool');
  });
});

describe('without a service', () => {
  it('sextant mcp serves the data folder itself, and needs no key', async () => {
    const folder = await temporaryFolder();
    const env = { ...inheritedEnvironment(), SEXTANT_DATA_DIR: folder, SEXTANT_PORT: '0' } as Record<string, string>;
    const transport = new StdioClientTransport({ command: process.execPath, args: [SEXTANT_COMMAND, 'mcp'], env });
    const client = await connect(transport);
    expect(await toolNames(client)).toEqual(TOOLS);
    await call(client, 'add_document', { id: 'knots', title: 'Knots', tenant_id: 'x', content: 'A bowline.' });
    expect((await call(client, 'search', { query: 'bowline' })).structured).toMatchObject({ data: [{ id: 'knots' }] });
    await client.close();
    while (existsSync(join(folder, 'service.lock'))) await sleep(20);
    await rm(folder, { recursive: true });
  });
});

it('sextant mcp answers everything in its input before it ends', async () => {
  const child = spawnSextant(['mcp', '--url', shared.service.url], { SEXTANT_API_KEY: OPERATOR_KEY });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a test', version: '1' } };
  const messages = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'search', arguments: { query: 'tides' } } },
  ];
  child.stdin.end(
    `{bad json\n${messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message })).join('\n')}\n`,
  );
  const answers = (await text(child.stdout)).trim().split('\n');
  expect(answers.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2, 3, null]);
});

describe('a key', () => {
  it('sees only the tools that its scopes allow', async () => {
    const { key } = await shared.issueKey({ scopes: 'read' });
    const client = await overHttp(key);
    expect(await toolNames(client)).toEqual(['search', 'retrieve', 'get_document']);
    const refused = await call(client, 'add_document', { title: 'T', tenant_id: 'x' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('"write" scope') });
    const { key: metrics } = await shared.issueKey({ scopes: 'metrics' });
    expect(await toolNames(await overHttp(metrics))).toEqual([]);
  });

  it('sees only its tenants, and is told which they are', async () => {
    const { key } = await shared.issueKey({ tenants: 'kitchen' });
    const client = await overHttp(key);
    const { structured } = await call(client, 'search', { query: 'tides bread', search_type: 'lexical' });
    expect(structured).toMatchObject({ data: [{ id: 'bread' }], total_number_of_results: 1 });
    expect(await call(client, 'get_document', { id: 'tides' })).toMatchObject({ isError: true });
    expect((await call(client, 'ask', { query: 'What pulls the oceans?' })).structured).toMatchObject({ sources: [] });
    const foreign = await call(client, 'search', { query: 'tides', tenant_id: ['library'] });
    expect(foreign).toMatchObject({ isError: true, text: expect.stringContaining('tenant_not_allowed') });
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools[0].inputSchema)).toContain('Allowed: \\"kitchen\\".');
  });

  it('of the test mode sees test data alone', async () => {
    const { key } = await shared.issueKey({ mode: 'test' });
    const { structured } = await call(await overHttp(key), 'search', { query: 'tides' });
    expect(structured).toMatchObject({ total_number_of_results: 0 });
  });

  it('has one rate limit for everything', async () => {
    const { key } = await shared.issueKey({ 'rate-limit': '2' });
    for (const status of [200, 200, 429]) expect((await postMessage(LIST, { 'X-API-Key': key })).status).toBe(status);
  });

  it('is needed', async () => {
    await expect(overHttp('sk_live_wrong')).rejects.toThrow();
    const { client } = shared;
    const refused = await client.withKey(null).post('/mcp', LIST);
    expectError(refused, 401, 'invalid_api_key');
    // A challenge to send a bearer token would lead assistants to look for an OAuth server.
    expect(refused.headers.get('www-authenticate')).toMatch(/^ApiKey /);
    const bearer = { Authorization: `Bearer ${OPERATOR_KEY}` };
    expectError(await client.withKey(null).send('/versions', { headers: bearer }), 401, 'invalid_api_key');
  });
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = 'application/json, text/event-stream';

function postMessage(message: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return shared.client.post('/mcp', message, { Accept: ACCEPT, ...headers });
}

describe('a web page', () => {
  it.each(['http://localhost:3000', 'http://127.0.0.1', 'https://app.example.com'])(
    'from %s may ask',
    async (origin) => {
      expect((await postMessage(LIST, { Origin: origin })).status).toBe(200);
    },
  );

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'x'])('from %s may not', async (origin) => {
    expectError(await postMessage(LIST, { Origin: origin }), 403, 'origin_not_allowed');
  });
});

describe('a message that is none', () => {
  it.each<[string, unknown, number, string]>([
    ['a list of messages', [LIST, LIST], 400, 'parameter_type'],
    ['text', 'tools/list', 400, 'parameter_type'],
    [
      'too many keys',
      { ...LIST, params: Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, n])) },
      400,
      'json_malformed',
    ],
    ['too long', { ...LIST, params: { text: 'x'.repeat(1_100_000) } }, 413, 'body_too_large'],
  ])('is refused: %s', async (_, message, status, code) => {
    expectError(await postMessage(message), status, code);
  });

  it.each<[string, unknown]>([
    ['an object of another kind', { query: 'tides' }],
    ['an unknown version', { ...LIST, jsonrpc: '1.0' }],
    ['an id that is an object', { ...LIST, id: {} }],
    ['a method that is a number', { ...LIST, method: 7 }],
  ])('is refused as the protocol says: %s', async (_, message) => {
    const { status, text } = await postMessage(message);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    expect(text).not.toMatch(/\bat .*:\d+/);
  });

  it('may be nested as deep as any other body', async () => {
    const nested = '['.repeat(5000) + ']'.repeat(5000);
    const params = `{"name":"search","arguments":{"query":${nested},"filter":${nested}}}`;
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    const answer = await shared.client.postText('/mcp', deep, { Accept: ACCEPT });
    expect([200, 400]).toContain(answer.status);
    expect(answer.text).not.toMatch(/\bat .*:\d+/);
  });

  it('is not JSON, or says that it is something else', async () => {
    expectError(await shared.client.postText('/mcp', '{', { Accept: ACCEPT }), 400, 'json_malformed');
    const typed = { 'Content-Type': 'text/plain', Accept: ACCEPT };
    expectError(await shared.client.postText('/mcp', '{}', typed), 415, 'unsupported_media_type');
  });

  it('comes with another method', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await shared.client.send('/mcp', { method, headers: { Accept: 'text/event-stream' } });
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });

  it('asks for a stream that would never end', async () => {
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } };
    const { status, text } = await postMessage(listen);
    expect([200, 400]).toContain(status);
    expect(text).toContain('error');
  });
});
