import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../harness/client.js';
import { FaultyCluster, HAS_FAULTY_CLUSTER } from '../harness/faulty-cluster.js';
import type { Service } from '../harness/service.js';
import { ServicesOnCluster } from '../harness/services-on-cluster.js';
import { SteadyClients } from '../harness/steady-clients.js';
import { expectAllKept } from './expect-kept.js';

const WORD = 'backlog';

describe.skipIf(!HAS_FAULTY_CLUSTER)('a service whose cluster refuses to write', () => {
  const cluster = new FaultyCluster();
  const services = new ServicesOnCluster(cluster);
  let service: Service;

  beforeAll(async () => {
    await cluster.repair();
    service = await services.start();
  });
  afterAll(async () => {
    await change(`/_cluster/settings`, { persistent: { 'indexing_pressure.memory.limit': null } }).catch(() => null);
    await services.dispose();
  });

  const change = (path: string, body: object) => cluster.ask(path, { method: 'PUT', body });
  const add = (id: string) => service.client.addDocument({ id, title: 'T', tenant_id: 't' });

  /** What the cluster does by itself when a disk is nearly full is `read_only_allow_delete`. */
  it.each(['read_only_allow_delete', 'read_only', 'write'])('says so while an index is blocked by %s', async (block) => {
    await change(`/${services.index}/_settings`, { index: { blocks: { [block]: true } } });
    const refused = await add(`blocked-${block}`);
    expectUnavailable(refused);
    expect(refused.body.error.message).toMatch(/disk|read-only|no writes|takes no/i);
    expect((await service.client.search({ query: 'nothing', search_type: 'lexical' })).status).toBe(200);
    await change(`/${services.index}/_settings`, { index: { blocks: { [block]: null } } });
    expect((await service.client.getDocument(`blocked-${block}`)).status).toBe(404);
    expect((await add(`blocked-${block}`)).status).toBe(200);
  });

  it('keeps everything that it acknowledged while its bulk requests were rejected', async () => {
    const clients = new SteadyClients(service.client, WORD);
    await clients.writeOn(10);
    await change('/_cluster/settings', { persistent: { 'cluster.blocks.read_only_allow_delete': true } });
    while (clients.refusals.length < 5) await clients.writeOn(0).then(() => new Promise((done) => setTimeout(done, 20)));
    await change('/_cluster/settings', { persistent: { 'cluster.blocks.read_only_allow_delete': null } });
    await clients.writeOn(10);
    await clients.stop();
    await expectAllKept(clients);
  });
});

function expectUnavailable({ status, headers, body, text }: Answer): void {
  expect(status, text).toBe(503);
  expect(body.error.code).toBe('storage_unavailable');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}
