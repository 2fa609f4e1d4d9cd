import { expect, it } from 'vitest';
import { describeOnCluster } from '../../testing/opensearch-cluster.js';
import { bulk } from './bulk.js';
import { ClusterRefusal, ClusterTrouble } from './cluster-errors.js';
import { ensureIndex, refresh } from './indexes.js';
import { search } from './search.js';

describeOnCluster('search', (place) => {
  const mappings = { properties: { name: { type: 'keyword' } } };

  it('sees what was written before a refresh', async () => {
    const cluster = await place.open({ shards: 3 });
    const { alias } = await ensureIndex(cluster, { name: 'things', version: 1, settings: {}, mappings });
    const names = ['a', 'b', 'c', 'd', 'e'];
    await bulk(
      cluster,
      alias,
      names.map((name) => ({ kind: 'create', id: name, source: { name } })),
    );
    await refresh(cluster, alias);
    const found = await search<{ name: string }>(cluster, alias, { sort: ['name'], track_total_hits: true });
    expect(found.hits.total).toEqual({ value: 5, relation: 'eq' });
    expect(found.hits.hits.map((hit) => hit._source?.name)).toEqual(names);
  });

  it('refuses a query that is none', async () => {
    const cluster = await place.open();
    const { alias } = await ensureIndex(cluster, { name: 'things', version: 1, settings: {}, mappings });
    await expect(search(cluster, alias, { query: { matsch: {} } })).rejects.toThrow(ClusterRefusal);
  });

  it('throws rather than leave out a shard that is not there', async () => {
    const cluster = await place.open({ shards: 2 });
    const alias = `${cluster.prefix}-things`;
    // No node has the attribute, so that no shard is ever started: the index is red.
    await cluster.write({
      method: 'PUT',
      path: `/${alias}-v1`,
      query: { wait_for_active_shards: 0 },
      body: {
        settings: { index: { number_of_shards: 2, number_of_replicas: 0, 'routing.allocation.require.box': 'none' } },
        mappings: { _meta: { version: 1 } },
        aliases: { [alias]: {} },
      },
    });
    const failure = await search(cluster, alias, {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ClusterTrouble);
    expect(failure).toMatchObject({ kind: 'shards_unavailable' });
    const [outcome] = await bulk(cluster, alias, [{ kind: 'put', id: '1', source: {} }], { milliseconds: 2000 });
    expect(outcome).toMatchObject({ kind: 'failed', error: { kind: 'shards_unavailable' } });
  });
});
