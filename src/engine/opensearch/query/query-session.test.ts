import { afterEach, expect, it } from 'vitest';
import { answer, type FakeNode, reportedError, startFakeNode } from '../../../../testing/fake-node.js';
import { type Cluster, openCluster } from '../../../opensearch/cluster.js';
import { QuerySession } from './query-session.js';

let node: FakeNode;
let cluster: Cluster;

afterEach(async () => {
  await cluster.close();
  await node.close();
});

async function searchOn(first: Parameters<typeof startFakeNode>[0], timeLimit = 10_000, signal?: AbortSignal) {
  node = await startFakeNode(first);
  const settings = { urls: [node.url], prefix: 'test', replicas: 0, shards: 1, requestMilliseconds: 10_000 };
  cluster = await openCluster(settings);
  const session = new QuerySession({ cluster, alias: 'test' }, timeLimit, { signal });
  return () => session.run(() => session.search({}));
}

it('says that the cluster has too much to do', async () => {
  const search = await searchOn(reportedError(429, 'rejected_execution_exception'));
  await expect(search()).rejects.toMatchObject({ code: 'overloaded', details: { retryAfterSeconds: 1 } });
});

it('says that the cluster can not answer now, and when to try again', async () => {
  const search = await searchOn(reportedError(503, 'cluster_manager_not_discovered_exception'));
  await expect(search()).rejects.toMatchObject({ code: 'engine_unavailable', details: { retryAfterSeconds: 5 } });
});

it('gives up when the time limit has passed', async () => {
  const search = await searchOn(() => undefined, 100);
  await expect(search()).rejects.toMatchObject({ code: 'query_too_expensive' });
});

it('tells the cluster when to stop', async () => {
  const search = await searchOn(answer(200, { timed_out: false, hits: { hits: [] } }), 5000);
  await search();
  expect(node.requests[0]).toMatch(/cancel_after_time_interval=(?:5000|49\d\d)ms/);
});

it.each([
  [400, 'search_phase_execution_exception', 'Query contains too many nested clauses; maxClauseCount is set to 1024'],
  [503, 'too_many_buckets_exception', 'Trying to create too many buckets.'],
])('says that a query is too large (%s %s)', async (status, type, reason) => {
  const search = await searchOn(reportedError(status, type, reason));
  await expect(search()).rejects.toMatchObject({ code: 'query_too_expensive' });
});

it('ends with the reason of whoever has left', async () => {
  const controller = new AbortController();
  const left = new Error('The client has left.');
  const search = await searchOn(() => controller.abort(left), 10_000, controller.signal);
  await expect(search()).rejects.toBe(left);
});
