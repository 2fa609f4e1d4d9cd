import { afterEach, expect, it } from 'vitest';
import { answer, startFakeNode } from '../../../testing/fake-node.js';
import { openCluster } from '../../opensearch/cluster.js';
import { Records } from './records.js';

const closed: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closed.splice(0).reverse()) await close();
});

it('counts nothing while a part of the records may not be visible', async () => {
  const mapping = { 'things-records-v1': { mappings: { _meta: { version: 1 } } } };
  const node = await startFakeNode((response, request) => {
    const path = request.url ?? '';
    if (path.endsWith('/_mapping')) answer(200, mapping)(response, request);
    else if (path.endsWith('/_refresh')) answer(200, { _shards: { total: 1, failed: 1 } })(response, request);
    else answer(200, { count: 0 })(response, request);
  });
  closed.push(() => node.close());
  const settings = { prefix: 'things', replicas: 0, shards: 1, requestMilliseconds: 5000 };
  const cluster = await openCluster({ urls: [node.url], ...settings });
  closed.push(() => cluster.close());
  const records = await Records.open(cluster);
  await expect(records.count('rule')).rejects.toMatchObject({ kind: 'shards_unavailable' });
});
