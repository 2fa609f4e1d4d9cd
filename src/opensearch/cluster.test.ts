import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, type FakeNode, reportedError, startFakeNode } from '../../testing/fake-node.js';
import { type Cluster, type ClusterRequest, type ClusterSettings, openCluster } from './cluster.js';
import { ClusterRefusal, ClusterTrouble } from './cluster-errors.js';

const SEARCH: ClusterRequest = { method: 'POST', path: '/things/_search', body: { query: { match_all: {} } } };
const BULK: ClusterRequest = { method: 'POST', path: '/things/_bulk', lines: [{ delete: { _id: '1' } }] };

const closed: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closed.splice(0).reverse()) await close();
});

async function node(...answers: Parameters<typeof startFakeNode>): Promise<FakeNode> {
  const started = await startFakeNode(...answers);
  closed.push(() => started.close());
  return started;
}

/** An address at which nobody listens. */
async function nobody(): Promise<string> {
  const gone = await startFakeNode(answer(200, {}));
  await gone.close();
  return gone.url;
}

async function clusterOf(urls: string[], changes: Partial<ClusterSettings> = {}): Promise<Cluster> {
  const cluster = await openCluster({
    urls,
    prefix: 'things',
    replicas: 0,
    shards: 1,
    requestMilliseconds: 5000,
    ...changes,
  });
  closed.push(() => cluster.close());
  return cluster;
}

async function failureOf(answered: Promise<unknown>): Promise<ClusterTrouble> {
  const failure = await answered.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ClusterTrouble);
  return failure as ClusterTrouble;
}

describe('a request', () => {
  it('sends its query and body, and returns status and body', async () => {
    const there = await node(answer(200, { found: 3 }));
    const cluster = await clusterOf([there.url]);
    const { status, body } = await cluster.read<{ found: number }>({ ...SEARCH, query: { size: 2, from: undefined } });
    expect([status, body]).toEqual([200, { found: 3 }]);
    expect(there.requests).toEqual(['POST /things/_search?size=2']);
  });

  it('returns a status that is expected', async () => {
    const there = await node(answer(404, { found: false }));
    const cluster = await clusterOf([there.url]);
    expect(await cluster.read({ method: 'GET', path: '/things/_doc/1', expected: [404] })).toEqual({
      status: 404,
      body: { found: false },
    });
  });

  it('sends user and password', async () => {
    let sent: string | undefined;
    const there = await node((response, request) => {
      sent = request.headers.authorization;
      answer(200, {})(response, request);
    });
    await (await clusterOf([there.url], { username: 'anna', password: 'secret' })).read(SEARCH);
    expect(Buffer.from(sent!.replace('Basic ', ''), 'base64').toString()).toBe('anna:secret');
  });

  it('keeps keys of documents that look like parts of a prototype', async () => {
    const there = await node((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"metadata":{"__proto__":{"admin":true},"constructor":{"prototype":1}}}');
    });
    const { body } = await (await clusterOf([there.url])).read<{ metadata: object }>(SEARCH);
    expect(Object.keys(body.metadata)).toEqual(['__proto__', 'constructor']);
    expect('admin' in body.metadata).toBe(false);
  });
});

describe('nodes that are away', () => {
  it('are passed over by reads and writes', async () => {
    const there = await node(answer(200, {}));
    const cluster = await clusterOf([await nobody(), there.url]);
    for (let i = 0; i < 3; i++) {
      await cluster.read(SEARCH);
      await cluster.write(BULK);
    }
    expect(there.requests).toHaveLength(6);
  });

  it('are asked again when they are back', async () => {
    let isBack = false;
    const there = await node((response, request) =>
      isBack ? answer(200, { back: true })(response, request) : response.destroy(),
    );
    const cluster = await clusterOf([there.url]);
    await failureOf(cluster.read(SEARCH));
    isBack = true;
    expect((await cluster.read(SEARCH)).body).toEqual({ back: true });
  });

  it('are trouble if there is no other', async () => {
    const cluster = await clusterOf([await nobody()]);
    const failure = await failureOf(cluster.write(BULK));
    expect(failure).toMatchObject({ kind: 'unreachable', outcomeUnknown: false });
    expect(failure.retryAfterSeconds).toBeGreaterThan(0);
    expect(failure.cause).toBeInstanceOf(Error);
  });

  it('are trouble if a host name has several addresses and all refuse', async () => {
    const port = new URL(await nobody()).port;
    const cluster = await clusterOf([`http://localhost:${port}`]);
    expect(await failureOf(cluster.write(BULK))).toMatchObject({ kind: 'unreachable', outcomeUnknown: false });
  });
});

describe('a connection that breaks before the answer', () => {
  it('has a read sent again', async () => {
    const there = await node((response) => response.destroy(), answer(200, { found: 1 }));
    expect((await (await clusterOf([there.url])).read(SEARCH)).body).toEqual({ found: 1 });
  });

  it('does not have a write sent again: it may have been made', async () => {
    const there = await node((response) => response.destroy(), answer(200, {}));
    const failure = await failureOf((await clusterOf([there.url])).write(BULK));
    expect(failure).toMatchObject({ kind: 'unreachable', outcomeUnknown: true });
    expect(there.requests).toHaveLength(1);
  });
});

describe('a node that was left behind', () => {
  it('is not asked even if the only other one has just failed, which is tried again instead', async () => {
    const behind = await node(answer(200, { version: 3, from: 'behind' }));
    let isBroken = false;
    const there = await node((response, request) => {
      const isSearch = request.url === SEARCH.path;
      const reply = isSearch && isBroken ? answer(503, {}) : answer(200, { version: 4, from: 'there' });
      reply(response, request);
    });
    const cluster = await clusterOf([behind.url, there.url]);
    const whoAnswers = async () => (await cluster.read<{ from: string }>(SEARCH)).body.from;
    await vi.waitFor(async () => expect([await whoAnswers(), await whoAnswers()]).toEqual(['there', 'there']), 10_000);

    isBroken = true;
    await failureOf(cluster.write(SEARCH));
    isBroken = false;
    expect([await whoAnswers(), await whoAnswers()]).toEqual(['there', 'there']);

    isBroken = true;
    const { length } = there.requests;
    await failureOf(cluster.read(SEARCH));
    expect(there.requests.slice(length).filter((request) => request.includes(SEARCH.path))).toHaveLength(2);
  });
});

describe('time', () => {
  it('limits a request that gets no answer', async () => {
    const there = await node(() => {});
    const cluster = await clusterOf([there.url]);
    expect(await failureOf(cluster.read({ ...SEARCH, milliseconds: 100 }))).toMatchObject({
      kind: 'timeout',
      outcomeUnknown: true,
    });
    expect(there.requests).toHaveLength(1);
  });

  it('limits all tries of a read together', async () => {
    const full = reportedError(429, 'circuit_breaking_exception');
    const there = await node(
      (response, request) => void setTimeout(() => full(response, request), 700),
      () => {},
    );
    const cluster = await clusterOf([there.url], { requestMilliseconds: 1000 });
    const begin = Date.now();
    expect(await failureOf(cluster.read(SEARCH))).toMatchObject({ kind: 'timeout' });
    expect(Date.now() - begin).toBeLessThan(1500);
    expect(there.requests).toHaveLength(2);
  });

  it('limits a request whose answer begins and does not end', async () => {
    const there = await node((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"hits":');
    });
    const cluster = await clusterOf([there.url], { requestMilliseconds: 100 });
    expect(await failureOf(cluster.read(SEARCH))).toMatchObject({ kind: 'timeout' });
  });

  it('goes to another node after one has not answered', async () => {
    const silent = await node(() => {});
    const there = await node(answer(200, {}));
    const cluster = await clusterOf([silent.url, there.url], { requestMilliseconds: 100 });
    const outcomes = await Promise.allSettled([cluster.read(SEARCH), cluster.read(SEARCH)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (let i = 0; i < 4; i++) await cluster.read(SEARCH);
    expect(silent.requests).toHaveLength(1);
  });
});

describe('a signal', () => {
  it('ends a request with its reason', async () => {
    const controller = new AbortController();
    const there = await node(() => controller.abort(new Error('nobody waits')));
    const cluster = await clusterOf([there.url]);
    await expect(cluster.read({ ...SEARCH, signal: controller.signal })).rejects.toThrow('nobody waits');
    expect(there.requests).toHaveLength(1);
  });

  it('ends a pause between tries', async () => {
    const controller = new AbortController();
    const full = reportedError(429, 'circuit_breaking_exception');
    let aborted = 0;
    const there = await node(...Array(5).fill(full), (response, request) => {
      full(response, request);
      // The pause after the sixth try is at least 320 ms.
      setTimeout(() => {
        aborted = Date.now();
        controller.abort(new Error('nobody waits'));
      }, 50);
    });
    const cluster = await clusterOf([there.url]);
    await expect(cluster.read({ ...SEARCH, signal: controller.signal })).rejects.toThrow('nobody waits');
    expect(Date.now() - aborted).toBeLessThan(200);
    expect(there.requests).toHaveLength(6);
  });

  it('keeps a request from being sent', async () => {
    const there = await node(answer(200, {}));
    const cluster = await clusterOf([there.url]);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(cluster.write({ ...BULK, signal })).rejects.toThrow('too late');
    expect(there.requests).toEqual([]);
  });
});

describe('a node that reports an error', () => {
  it('is left for another one, if that may answer a read', async () => {
    const alone = await node(reportedError(503, 'cluster_manager_not_discovered_exception'));
    const there = await node(answer(200, { found: 1 }));
    const cluster = await clusterOf([alone.url, there.url]);
    for (let i = 0; i < 4; i++) expect((await cluster.read(SEARCH)).body).toEqual({ found: 1 });
    expect(alone.requests.length).toBeGreaterThan(0);
  });

  it('is not asked twice to write', async () => {
    const there = await node(reportedError(503, 'unavailable_shards_exception'), answer(200, {}));
    const failure = await failureOf((await clusterOf([there.url])).write(BULK));
    expect(failure.kind).toBe('shards_unavailable');
    expect(there.requests).toHaveLength(1);
  });

  it('is asked again for a read when it has had no room, and not for a write', async () => {
    const full = reportedError(429, 'circuit_breaking_exception', '[parent] Data too large');
    const there = await node(full, full, answer(200, { found: 1 }), full);
    const cluster = await clusterOf([there.url]);
    expect((await cluster.read(SEARCH)).body).toEqual({ found: 1 });
    expect(await failureOf(cluster.write(BULK))).toMatchObject({ kind: 'overloaded', outcomeUnknown: false });
    expect(there.requests).toHaveLength(4);
  });

  it('says itself when to try again', async () => {
    const there = await node(answer(429, { error: 'Too Many Requests' }, { 'retry-after': '7' }));
    expect(await failureOf((await clusterOf([there.url])).read(SEARCH))).toMatchObject({
      kind: 'overloaded',
      retryAfterSeconds: 7,
    });
  });

  it('is refused for good where waiting does not help', async () => {
    const there = await node(reportedError(400, 'parsing_exception', 'unknown query [matsch]'));
    const refusal = await (await clusterOf([there.url])).read(SEARCH).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ClusterRefusal);
    expect(refusal).toMatchObject({ type: 'parsing_exception', message: expect.stringContaining('matsch') });
  });

  it.each([
    ['a page of a proxy', 200, 'text/html', '<html>Welcome</html>'],
    ['JSON that is cut', 200, 'application/json', '{"hits":'],
    ['nothing', 200, 'application/json', ''],
  ])('is trouble if the answer is %s', async (_, status, type, text) => {
    const there = await node((response) => {
      response.writeHead(status, { 'content-type': type });
      response.end(text);
    });
    expect(await failureOf((await clusterOf([there.url])).read(SEARCH))).toMatchObject({ kind: 'malformed' });
  });

  it('leaves no text of documents where a log would show it', async () => {
    const there = await node(reportedError(503, 'unavailable_shards_exception'));
    const cluster = await clusterOf([there.url]);
    const { cause } = await failureOf(cluster.write({ ...BULK, lines: [{ index: {} }, { content: 'private words' }] }));
    expect(JSON.stringify({ ...(cause as object) })).not.toContain('private words');
  });
});

describe('settings', () => {
  it('name a certificate that can be read', async () => {
    await expect(clusterOf(['https://localhost:9200'], { caFile: '/no/such/file.pem' })).rejects.toThrow(
      "The certificate file /no/such/file.pem can't be read.",
    );
  });

  it('name both user and password', async () => {
    await expect(clusterOf(['http://localhost:9200'], { username: 'anna' })).rejects.toThrow(/or neither/);
  });
});
