import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noRules, plainServices } from '../../testing/plain-services.js';
import type { Caller } from '../domain/caller.js';
import { Unavailable } from '../domain/errors/unavailable.js';
import type { Findings } from '../engine/engine.js';
import { Overloaded } from '../engine/engine-errors.js';
import { RunningImports } from '../operations/activity/running-imports.js';
import { QueryLog } from '../operations/search/query-log.js';
import { Statistics } from '../operations/statistics/statistics.js';
import { KeyedMutex } from '../threads/locks.js';
import type { TypedServer } from './routes/route.js';
import { buildServer } from './server.js';
import { Lifecycle, type Services } from './services.js';

const caller: Caller = { keyId: 'k1', mode: 'live', scopes: ['read', 'write'], tenants: null, rateLimit: null };
const CALLERS: Record<string, Caller> = {
  all: caller,
  reader: { ...caller, keyId: 'k2', scopes: ['read'] },
  test: { ...caller, keyId: 'k3', mode: 'test' },
  bound: { ...caller, keyId: 'k4', tenants: ['a'] },
  slow: { ...caller, keyId: 'k5', rateLimit: 2 },
};

const unused = () => {
  throw new Error('secret details of a defect');
};

let find: (signal?: AbortSignal) => Promise<Findings>;
/** Levels of what was logged. */
let logged: string[];
let server: TypedServer;
let lifecycle: Lifecycle;
/** Milliseconds; null for the usual. */
let queryTimeLimit: number | null;

const services = (): Services => ({
  lifecycle,
  trouble: () => null,
  authenticate: async (key) => {
    if (key === 'asked in vain') throw new Unavailable('OpenSearch is not reachable.', 7);
    return CALLERS[key] ?? null;
  },
  keys: unused,
  keyUses: unused,
  collection: () => ({
    documents: {
      getMany: async (ids) => ids.map(() => null),
      count: async () => 0,
      write: unused,
      onCommit: unused,
      all: unused,
      withoutVectors: unused,
      dropVectors: unused,
    },
    engine: {
      describe: unused,
      find: (_plan, options) => find(options?.signal),
      findPassages: unused,
      apply: unused,
      describeMetadata: unused,
      keepSpaces: unused,
      status: unused,
      close: unused,
    },
    textUpdates: new KeyedMutex(),
    rules: noRules(),
  }),
  models: unused,
  learning: unused,
  files: unused,
  map: unused,
  idempotency: {
    storage: { get: async () => null, put: unused, putChunk: unused, chunks: unused, expire: unused },
    mutex: new KeyedMutex(),
  },
  queryLog: new QueryLog({ storage: unused, retentionDays: 0, now: Date.now, onLoss: unused, onFull: unused }),
  operations: () => ({ ...plainServices(), ...(queryTimeLimit !== null && { queryTimeLimit }) }),
  statistics: new Statistics({
    folder: '',
    levels: { read: unused, forgetPeaks: unused },
    now: Date.now,
    onLoss: unused,
  }),
  imports: new RunningImports(),
  activities: [],
  reembedding: () => null,
  silenceMilliseconds: 200,
  spoolFolder: tmpdir(),
});

beforeEach(async () => {
  find = async () => ({ total: 0, hits: [], facets: [], matched: null, relaxedPhrases: [] });
  logged = [];
  queryTimeLimit = null;
  lifecycle = new Lifecycle();
  lifecycle.serve();
  server = await startServer();
});

afterEach(() => server.close());

function startServer(): Promise<TypedServer> {
  return buildServer({
    services: services(),
    log: pino(
      { formatters: { level: (label) => ({ level: label }) } },
      { write: (line) => logged.push(JSON.parse(line).level) },
    ),
    bodyMilliseconds: 200,
    workMilliseconds: 200,
    generationMilliseconds: 400,
    rateLimit: null,
    mcpOrigins: [],
  });
}

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { key = 'all', body }: { key?: string; body?: unknown } = {},
) {
  const headers: Record<string, string> = { 'x-api-key': key };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await server.inject({ method, url: path, headers, payload });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

const BROWSE = '/v20241104/documents/browse';

describe('the order in which a request is refused', () => {
  it('asks for a key first, on every path but the open ones', async () => {
    for (const path of ['/versions', '/nowhere', '/v20241104/openapi.json', '/metrics', BROWSE, '/%zz']) {
      expect((await send('GET', path, { key: 'wrong' })).body.error).toMatchObject({ code: 'invalid_api_key' });
    }
    expect((await send('GET', '/healthz', { key: '' })).status).toBe(200);
    expect((await send('GET', '/readyz', { key: '' })).status).toBe(200);
  });

  it('then for the scope, before it looks at the body', async () => {
    const refused = await send('POST', '/v20241104/documents', { key: 'reader', body: 'not json' });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'scope_missing' } } });
  });

  it('then at the body, then at the tenant, then whether the document exists', async () => {
    const update = (body: unknown) => send('POST', '/v20241104/documents/x', { key: 'bound', body });
    expect((await update({ tenant_id: 'b', title: 5 })).status).toBe(400);
    expect((await update({ tenant_id: 'b' })).body.error).toMatchObject({ code: 'tenant_not_allowed' });
    expect((await update({ tenant_id: 'a' })).body.error).toMatchObject({ code: 'document_not_found' });
  });
});

describe('errors', () => {
  it('list every bad parameter of body, query string and headers together', async () => {
    const response = await server.inject({
      method: 'POST',
      url: '/v20241104/documents?mode=x',
      headers: { 'x-api-key': 'all', 'content-type': 'application/json', 'idempotency-key': 'é' },
      payload: '{"title": ""}',
    });
    const params = response.json().error.errors.map(({ param }: { param: string }) => param);
    expect(params).toEqual(['title', 'tenant_id', 'mode', 'Idempotency-Key']);
  });

  it('name the versions there are, the methods there are, and the path that was probably meant', async () => {
    expect((await send('GET', '/v20200101/search')).body.error).toMatchObject({
      code: 'version_not_found',
      message: expect.stringContaining('v20241104'),
    });
    const put = await send('PUT', '/v20241104/documents/x');
    expect(put).toMatchObject({ status: 405, headers: { allow: expect.stringMatching(/GET.*POST.*DELETE/) } });
    expect((await send('GET', BROWSE)).headers.allow).toBe('POST');
    expect((await send('POST', '/filter', { body: {} })).body.error.message).toContain('/v20241104/filter');
  });

  it('of a defect tell nothing but the request id', async () => {
    find = async () => unused();
    const { status, headers, body } = await send('POST', BROWSE, { body: {} });
    expect(status).toBe(500);
    expect(body.error).toMatchObject({
      type: 'api_error',
      code: 'internal_error',
      request_id: headers['x-request-id'],
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('of something that the service depends on say when to come back', async () => {
    find = () => Promise.reject(new Unavailable('OpenSearch is not reachable.', 7));
    const expected = {
      status: 503,
      headers: { 'retry-after': '7' },
      body: { error: { code: 'storage_unavailable', message: 'OpenSearch is not reachable.' } },
    };
    expect(await send('POST', BROWSE, { body: {} })).toMatchObject(expected);
    expect(await send('POST', BROWSE, { key: 'asked in vain', body: {} })).toMatchObject(expected);
  });

  it('are not logged where a client leaves: its query is given up', async () => {
    let asked: AbortSignal | undefined;
    find = (signal) =>
      new Promise((_, reject) => {
        asked = signal;
        signal!.addEventListener('abort', () => reject(signal!.reason));
      });
    const address = await server.listen({ port: 0 });
    const client = new AbortController();
    const headers = { 'x-api-key': 'all', 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: '{}', signal: client.signal };
    const answer = fetch(`${address}${BROWSE}`, request);
    await expect.poll(() => asked).toBeDefined();
    client.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => asked?.aborted).toBe(true);
    await server.close();
    expect(logged).not.toContain('error');
  });

  it('do not begin more than a few searches of a request at once, nor any after the client has left', async () => {
    const asked: AbortSignal[] = [];
    find = (signal) =>
      new Promise((_, reject) => {
        asked.push(signal!);
        signal!.addEventListener('abort', () => reject(signal!.reason));
      });
    const address = await server.listen({ port: 0 });
    const client = new AbortController();
    const searches = Array.from({ length: 20 }, () => ({ query: 'x', search_type: 'lexical' }));
    const headers = { 'x-api-key': 'all', 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ searches }), signal: client.signal };
    const answer = fetch(`${address}/v20241104/multi-search`, request);
    await expect.poll(() => asked.length).toBe(4);
    client.abort();
    // On a busy machine, the time limit may have ended the request before.
    await answer.catch(() => undefined);
    await expect.poll(() => asked.every(({ aborted }) => aborted)).toBe(true);
    await server.close();
    expect(asked).toHaveLength(4);
    expect(logged).not.toContain('error');
  });

  it('spoil no other search of a request: one that the engine has no room for, and those that there is no time left for', async () => {
    const found = await find();
    const searches = Array.from({ length: 6 }, () => ({ query: 'x', search_type: 'lexical' }));
    let asked = 0;
    find = async () => {
      if (++asked === 5) throw new Overloaded();
      return found;
    };
    const full = await send('POST', '/v20241104/multi-search', { body: { searches } });
    expect(full.status).toBe(200);
    const outcome = ({ object, error }: { object?: string; error?: { code: string } }) => object ?? error?.code;
    const answered = 'search_result';
    expect(full.body.data.map(outcome)).toEqual([answered, answered, answered, answered, 'overloaded', answered]);
    expect(full.body.data[4].error).toMatchObject({
      type: 'overloaded_error',
      request_id: full.headers['x-request-id'],
    });
    // Four begin at once and take all the time in which others may begin.
    queryTimeLimit = 40;
    find = () => new Promise((resolve) => setTimeout(resolve, 60, found));
    const slow = await send('POST', '/v20241104/multi-search', { body: { searches } });
    expect(slow.body.data.map(outcome).slice(4)).toEqual(['overloaded', 'overloaded']);
    expect(slow.body.data[5].error.message).toContain('took all the time');
  });

  it('say that a query took too long', async () => {
    find = () => new Promise(() => undefined);
    const address = await server.listen({ port: 0 });
    const response = await fetch(`${address}${BROWSE}`, {
      method: 'POST',
      headers: { 'x-api-key': 'all', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: 'overloaded' } });
  });

  it('answer a body that never comes, and what is no HTTP', async () => {
    const slow = await exchange(
      `POST ${BROWSE} HTTP/1.1\r\nHost: x\r\nX-API-Key: all\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    expect(slow).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s);
    expect(await exchange('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"code":"http_malformed"/s);
  });

  it('refuse other media types, charsets and compressed bodies', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': ';;' },
    ]) {
      const response = await server.inject({
        method: 'POST',
        url: BROWSE,
        headers: { 'x-api-key': 'all', ...headers },
        payload: '{}',
      });
      expect(response.json()).toMatchObject({ error: { code: 'unsupported_media_type' } });
    }
  });
});

describe('every response', () => {
  it('carries a request id: the one that was sent if it is fit for it', async () => {
    const withId = (id: string) => server.inject({ url: '/healthz', headers: { 'x-request-id': id } });
    expect((await withId('abc-1.2_3')).headers['x-request-id']).toBe('abc-1.2_3');
    expect((await withId('a b')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says whether it was made with a live key', async () => {
    expect((await send('GET', '/versions')).body.livemode).toBe(true);
    expect((await send('GET', '/versions', { key: 'test' })).body.livemode).toBe(false);
    expect((await send('GET', '/versions', { key: 'wrong' })).body.livemode).toBe(false);
  });
});

describe('rate limits', () => {
  it('count per key and say when to come back', async () => {
    const first = await send('GET', '/versions', { key: 'slow' });
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    await send('GET', '/versions', { key: 'slow' });
    const refused = await send('GET', '/versions', { key: 'slow' });
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send('GET', '/versions')).status).toBe(200);
  });
});

describe('a clock that is set', () => {
  afterEach(() => void vi.useRealTimers());

  it.each([-3_600_000, 3_600_000])('by %d milliseconds changes no rate limit', async (step) => {
    for (let i = 0; i < 2; i++) await send('GET', '/versions', { key: 'slow' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step });
    const refused = await send('GET', '/versions', { key: 'slow' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe('a service that is starting', () => {
  it('says so, wherever it is asked, but lives', async () => {
    await server.close();
    lifecycle = new Lifecycle();
    server = await startServer();
    for (const answer of [await send('GET', '/readyz'), await send('POST', BROWSE, { body: {} })]) {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'starting', type: 'overloaded_error' } } });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await send('GET', '/healthz')).status).toBe(200);
  });
});

describe('a service that is stopping', () => {
  it('says so on /readyz and refuses requests, but lives', async () => {
    lifecycle.stop();
    expect((await send('GET', '/readyz')).status).toBe(503);
    expect((await send('POST', BROWSE, { body: {} })).body.error.code).toBe('shutting_down');
    expect((await send('GET', '/healthz')).status).toBe(200);
  });
});

/** What the server writes on a connection until it closes it. */
async function exchange(text: string): Promise<string> {
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}
