import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FaultyCluster, HAS_FAULTY_CLUSTER } from '../harness/faulty-cluster.js';
import type { Service } from '../harness/service.js';
import { ServicesOnCluster } from '../harness/services-on-cluster.js';
import { SteadyClients } from '../harness/steady-clients.js';
import { expectAllKept } from './expect-kept.js';

/** What the cluster does by itself when a disk is nearly full is the first. */
const BLOCKS = ['read_only_allow_delete', 'read_only', 'write'];
/** Rejects bulk requests while a node uses more than a hundredth of its processors: always, that is. */
const REJECT_BULK = {
  'admission_control.transport.cpu_usage.mode_override': 'enforced',
  'admission_control.indexing.cpu_usage.limit': 1,
  'admission_control.search.cpu_usage.limit': 100,
};

describe.skipIf(!HAS_FAULTY_CLUSTER)('a service whose cluster refuses to write', () => {
  const cluster = new FaultyCluster();
  const services = new ServicesOnCluster(cluster);
  let service: Service;

  const put = (path: string, body: object) => cluster.ask(path, { method: 'PUT', body });
  const setBlock = (block: string, value: true | null) =>
    put(`/${services.index}/_settings`, { index: { blocks: { [block]: value } } });
  const setLimits = (limits: Record<string, unknown>) => put('/_cluster/settings', { persistent: limits });
  const dropLimits = () => setLimits(Object.fromEntries(Object.keys(REJECT_BULK).map((name) => [name, null])));

  beforeAll(async () => {
    await cluster.repair();
    service = await services.start();
  });
  afterEach(async () => {
    for (const block of BLOCKS) await setBlock(block, null);
    await dropLimits();
  });
  afterAll(() => services.dispose());

  it.each(BLOCKS)('says so while the index is blocked by %s, and writes on when it is not', async (block) => {
    const document = { id: block, title: 'Blocked', tenant_id: 'blocked' };
    await setBlock(block, true);
    const { status, headers, body, text } = await service.client.addDocument(document);
    expect(status, text).toBe(503);
    expect(body.error).toMatchObject({ code: 'storage_unavailable', message: expect.stringMatching(/block|disk/) });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.client.search({ query: 'blocked', search_type: 'lexical' })).status).toBe(200);
    await setBlock(block, null);
    expect((await service.client.getDocument(block)).status).toBe(404);
    expect((await service.client.addDocument(document)).status).toBe(200);
  });

  it('keeps everything that it acknowledges while bulk requests are rejected for lack of room', async ({ skip }) => {
    const clients = new SteadyClients(service.client, 'backlog');
    await clients.writeOn(10);
    await setLimits(REJECT_BULK);
    // The service itself tries for a while before it refuses.
    for (let waited = 0; clients.refusals.length === 0 && waited < 400; waited++) await sleep(100);
    await dropLimits();
    await clients.writeOn(10);
    await clients.stop();
    await expectAllKept(clients);
    // The limits go by how busy the processor is, which a quick machine may never be.
    if (clients.refusals.length === 0) skip('The cluster had room for everything.');
  });
});
