import { afterEach, describe, expect, it } from 'vitest';
import { answer, reportedError, startFakeNode } from '../../testing/fake-node.js';
import { openCluster } from './cluster.js';
import { ClusterWatch } from './cluster-watch.js';

const closed: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closed.splice(0).reverse()) await close();
});

const GREEN = answer(200, { status: 'green' });

/** Watches a node that gives these answers, one after the other. */
async function watch(...answers: Parameters<typeof startFakeNode>) {
  const node = await startFakeNode(...answers);
  closed.push(() => node.close());
  const settings = { urls: [node.url], prefix: 'things', replicas: 0, shards: 1, requestMilliseconds: 5000 };
  const cluster = await openCluster(settings);
  closed.push(() => cluster.close());
  const changes: (string | null)[] = [];
  const watched = new ClusterWatch(cluster, ['things-a', 'things-b'], (trouble) => changes.push(trouble), {
    pauseMilliseconds: 20,
  });
  closed.push(() => watched.stop());
  return { node, watched, changes };
}

const SOON = { timeout: 30_000, interval: 10 };

describe('watching a cluster', () => {
  it('says nothing of one that is well, whatever copies are missing', async () => {
    const { node, watched, changes } = await watch(
      GREEN,
      answer(200, { status: 'yellow' }),
      answer(408, { status: 'green' }),
    );
    await expect.poll(() => node.requests.length, SOON).toBeGreaterThan(4);
    expect(watched.trouble).toBeNull();
    expect(changes).toEqual([]);
    expect(node.requests[0]).toMatch(/^GET \/_cluster\/health\/things-a,things-b/);
  });

  it('tells once that a part is missing, and once that it is back', async () => {
    const red = answer(200, { status: 'red' });
    const { watched, changes } = await watch(red, red, red, GREEN);
    await expect.poll(() => watched.trouble, SOON).toContain('part of the index');
    await expect.poll(() => watched.trouble, SOON).toBeNull();
    expect(changes).toEqual([expect.stringContaining('part of the index'), null]);
  });

  it('tells that an index is missing', async () => {
    const { watched } = await watch(answer(408, { status: 'red' }), GREEN);
    await expect.poll(() => watched.trouble, SOON).toContain('is missing in OpenSearch');
    await expect.poll(() => watched.trouble, SOON).toBeNull();
  });

  it.each([
    ['has no manager', reportedError(503, 'cluster_manager_not_discovered_exception')],
    ['does not know us', reportedError(401, 'security_exception')],
    ['is something else', answer(200, 'hello')],
  ])('tells that it %s', async (_, refusal) => {
    // Reads are tried twice.
    const { changes } = await watch(refusal, refusal, GREEN);
    await expect.poll(() => changes.length, SOON).toBe(2);
    expect(changes[0]?.length).toBeGreaterThan(20);
    expect(changes[1]).toBeNull();
  });

  it('tells that nobody is there, and goes on asking', async () => {
    const { node, watched, changes } = await watch(GREEN);
    await expect.poll(() => node.requests.length, SOON).toBeGreaterThan(0);
    await node.close();
    await expect.poll(() => watched.trouble, SOON).not.toBeNull();
    expect(changes).toHaveLength(1);
  });

  it('asks no more once it is stopped', async () => {
    const { node, watched } = await watch(GREEN);
    await expect.poll(() => node.requests.length, SOON).toBeGreaterThan(0);
    watched.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const asked = node.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(node.requests.length).toBe(asked);
  });
});
