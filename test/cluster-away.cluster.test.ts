import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, Client, VERSION } from './harness/client.js';
import { describeOnCluster } from './harness/cluster.js';
import { expectError } from './harness/expectations.js';
import { freePort } from './harness/free-port.js';
import { type Service, startService, temporaryFolder } from './harness/service.js';
import { OPERATOR_KEY, spawnSextant } from './harness/sextant-process.js';
import { TcpProxy } from './harness/tcp-proxy.js';

const SOON = { timeout: 60_000, interval: 100 };

function expectUnavailable({ status, headers, body, text }: Answer): void {
  expect(status, text).toBe(503);
  expect(['storage_unavailable', 'engine_unavailable', 'overloaded']).toContain(body.error.code);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body.error.message).not.toContain('127.0.0.1');
}

describeOnCluster('a service whose cluster goes away', (places) => {
  let proxy: TcpProxy;
  let service: Service;

  beforeEach(async () => {
    proxy = new TcpProxy(places.node);
    await proxy.open();
    const environment = { ...places.settings(places.newPrefix(), proxy.url), SEXTANT_OPENSEARCH_TIMEOUT: '2' };
    service = await startService({ environment });
    expect((await service.client.addDocument({ id: 'kept', title: 'A harbour', tenant_id: 't' })).status).toBe(200);
  });
  afterEach(async () => {
    await service.dispose();
    await proxy.cut();
  });

  const readiness = async () => (await service.client.get('/readyz')).status;
  const logged = (message: string) => service.log.some((line) => line.includes(`"msg":"${message}"`));

  async function expectAllRefused(): Promise<void> {
    const { client } = service;
    expectUnavailable(await client.get('/readyz'));
    expectUnavailable(await client.getDocument('kept'));
    expectUnavailable(await client.search({ query: 'harbour', search_type: 'lexical' }));
    expectUnavailable(await client.filter({ filter: {} }));
    expectUnavailable(await client.addDocument({ id: 'refused', title: 'T', tenant_id: 't' }));
    expectUnavailable(await client.withKey('sk_live_storedKey0123456789abcdefgh').browse());
    expect((await client.get('/healthz')).status).toBe(200);
    expect((await client.get('/metrics')).status).toBe(200);
  }

  async function expectAllServed(): Promise<void> {
    const { client } = service;
    await expect.poll(readiness, SOON).toBe(200);
    expect((await client.getDocument('kept')).status).toBe(200);
    expect((await client.addDocument({ id: 'after', title: 'T', tenant_id: 't' })).status).toBe(200);
    const found = await client.search({ query: 'harbour', search_type: 'lexical' });
    expect(found.body.data.map(({ id }) => id)).toEqual(['kept']);
    expect(logged('the cluster is available again')).toBe(true);
  }

  it('refuses requests, tells load balancers and its log, and recovers by itself', async () => {
    await proxy.cut();
    expectUnavailable(await service.client.browse());
    await expect.poll(readiness, SOON).toBe(503);
    expect(logged('the cluster is not available')).toBe(true);
    await expectAllRefused();
    await proxy.open();
    await expectAllServed();
    expect((await service.client.getDocument('refused')).status).toBe(404);
  });

  it('does so, too, if the cluster takes requests and does not answer', async () => {
    proxy.silence();
    await expect.poll(readiness, SOON).toBe(503);
    await expectAllRefused();
    await proxy.speak();
    await expectAllServed();
  });

  it('does so, too, if the cluster does not let it in any more, and says what to do', async () => {
    proxy.deny();
    await expect.poll(readiness, SOON).toBe(503);
    await expectAllRefused();
    for (const path of ['/readyz', `${VERSION}/documents/kept`]) {
      expect((await service.client.get(path)).body.error.message).toContain('SEXTANT_OPENSEARCH_PASSWORD');
    }
    await proxy.open();
    await expectAllServed();
  });

  it('still stops when it is told to', async () => {
    await proxy.cut();
    await expect.poll(readiness, SOON).toBe(503);
    expect(await service.stop()).toBe(0);
  });
});

describeOnCluster('a service whose index is taken away', (places) => {
  it('refuses requests, says what to do, and serves again once the index is back', async () => {
    const prefix = places.newPrefix();
    const service = await startService({ environment: places.settings(prefix) });
    const { client } = service;
    const alias = `${prefix}-documents-live`;
    const [index] = Object.keys(await places.ask('GET', `/${alias}/_alias`));
    const move = (step: 'add' | 'remove') => {
      const actions = [{ [step]: { index, alias, ...(step === 'add' && { is_write_index: true }) } }];
      return places.ask('POST', '/_aliases', { actions });
    };
    const expectMissing = async () => {
      for (const answer of [
        await client.getDocument('kept'),
        await client.search({ query: 'harbour', search_type: 'lexical' }),
        await client.browse(),
        await client.addDocument({ id: 'refused', title: 'T', tenant_id: 't' }),
        await client.post(`${VERSION}/retrieve`, { query: 'harbour' }),
      ]) {
        expectUnavailable(answer);
        expect(answer.body.error.message).toContain('missing in OpenSearch');
      }
      await expect.poll(async () => (await client.get('/readyz')).status, SOON).toBe(503);
    };
    try {
      expect((await client.addDocument({ id: 'kept', title: 'A harbour', tenant_id: 't' })).status).toBe(200);
      await move('remove');
      await expectMissing();
      await move('add');
      await expect.poll(async () => (await client.get('/readyz')).status, SOON).toBe(200);
      expect((await client.getDocument('kept')).status).toBe(200);
      expect((await client.getDocument('refused')).status).toBe(404);
      await places.ask('DELETE', `/${index}`);
      await expectMissing();
      // Others are as they were.
      expect((await client.post(`${VERSION}/synonyms/browse`, {})).status).toBe(200);
    } finally {
      await service.dispose();
    }
  });
});

describeOnCluster('a service whose cluster is away at its start', (places) => {
  it('waits for it, and says so', async () => {
    const proxy = new TcpProxy(places.node);
    await proxy.open();
    await proxy.cut();
    const port = await freePort();
    const child = spawnSextant(['serve'], {
      SEXTANT_PORT: String(port),
      SEXTANT_DATA_DIR: await temporaryFolder(),
      SEXTANT_API_KEY: OPERATOR_KEY,
      ...places.settings(places.newPrefix(), proxy.url),
    });
    const lines: string[] = [];
    const said = (text: string) => () => lines.some((line) => line.includes(text));
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line));
    try {
      await expect.poll(said('waiting for the cluster'), SOON).toBe(true);
      expect(child.exitCode).toBeNull();
      expect(said('Sextant listens on')()).toBe(false);
      const client = new Client(`http://127.0.0.1:${port}`, OPERATOR_KEY);
      expect((await client.get('/healthz')).body).toMatchObject({ object: 'health', status: 'alive' });
      for (const path of ['/readyz', `${VERSION}/documents/some`]) {
        const answer = await client.get(path);
        expectError(answer, 503, 'starting');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await proxy.open();
      await expect.poll(said('Sextant listens on'), SOON).toBe(true);
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await proxy.cut();
    }
  });

  it('can be stopped while it waits', async () => {
    const proxy = new TcpProxy(places.node);
    await proxy.open();
    await proxy.cut();
    const child = spawnSextant(['serve'], {
      SEXTANT_PORT: '0',
      SEXTANT_DATA_DIR: await temporaryFolder(),
      ...places.settings(places.newPrefix(), proxy.url),
    });
    await once(child.stdout, 'data');
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  });
});
