import { expect, it } from 'vitest';
import { describeOnCluster } from '../../testing/opensearch-cluster.js';
import { bulk } from './bulk.js';
import { ClusterRefusal } from './cluster-errors.js';
import { addFields, ensureIndex, type IndexDefinition, refresh } from './indexes.js';
import { search } from './search.js';

const THINGS: IndexDefinition = {
  name: 'things',
  version: 2,
  settings: { refresh_interval: -1 },
  mappings: { dynamic: 'strict', properties: { name: { type: 'keyword' } } },
};

describeOnCluster('ensureIndex', (place) => {
  it('creates an index behind an alias, with settings, mappings and version', async () => {
    const cluster = await place.open({ replicas: 0, shards: 2 });
    const opened = await ensureIndex(cluster, THINGS);
    expect(opened).toEqual({
      alias: `${cluster.prefix}-things`,
      index: `${cluster.prefix}-things-v2`,
      version: 2,
    });
    const { body } = await cluster.read<Record<string, { settings: { index: Record<string, unknown> } }>>({
      method: 'GET',
      path: `/${opened.alias}/_settings`,
    });
    expect(body[opened.index].settings.index).toMatchObject({
      number_of_shards: '2',
      number_of_replicas: '0',
      refresh_interval: '-1',
      translog: { durability: 'request' },
    });
  });

  it('finds what is there and changes nothing', async () => {
    const cluster = await place.open();
    const opened = await ensureIndex(cluster, THINGS);
    await bulk(cluster, opened.alias, [{ kind: 'create', id: '1', source: { name: 'one' } }]);
    expect(await ensureIndex(cluster, THINGS)).toEqual(opened);
    expect(await ensureIndex(cluster, { ...THINGS, version: 3 })).toEqual(opened);
    await refresh(cluster, opened.alias);
    expect((await search(cluster, opened.alias, {})).hits.hits).toHaveLength(1);
  });

  it('creates one index if many instances do so at once', async () => {
    const { prefix } = place.settings();
    const clusters = await Promise.all(Array.from({ length: 6 }, () => place.open({ prefix })));
    const opened = await Promise.all(clusters.map((cluster) => ensureIndex(cluster, THINGS)));
    expect(new Set(opened.map(({ index }) => index)).size).toBe(1);
    const [outcome] = await bulk(clusters[0], opened[0].alias, [{ kind: 'create', id: '1', source: { name: 'one' } }]);
    expect(outcome.kind).toBe('done');
  });

  it('gives an index its alias back', async () => {
    const cluster = await place.open();
    const opened = await ensureIndex(cluster, THINGS);
    await cluster.write({ method: 'DELETE', path: `/${opened.index}/_alias/${opened.alias}` });
    expect(await ensureIndex(cluster, THINGS)).toEqual(opened);
  });

  it('refuses an index of a newer version', async () => {
    const cluster = await place.open();
    await ensureIndex(cluster, THINGS);
    await expect(ensureIndex(cluster, { ...THINGS, version: 1 })).rejects.toThrow(/newer version of Sextant/);
  });

  it('refuses an index that somebody else made', async () => {
    const cluster = await place.open();
    await cluster.write({ method: 'PUT', path: `/${cluster.prefix}-things` });
    await expect(ensureIndex(cluster, THINGS)).rejects.toThrow(/was not made by Sextant/);
  });

  it('refuses a mapping that OpenSearch does not understand', async () => {
    const cluster = await place.open();
    const wrong = { ...THINGS, mappings: { properties: { name: { type: 'kezword' } } } };
    await expect(ensureIndex(cluster, wrong)).rejects.toThrow(ClusterRefusal);
    await expect(ensureIndex(cluster, wrong)).rejects.toThrow(/kezword/);
  });
});

describeOnCluster('addFields', (place) => {
  it('adds fields, and those that are there stay', async () => {
    const cluster = await place.open();
    const { alias } = await ensureIndex(cluster, THINGS);
    for (let i = 0; i < 2; i++) await addFields(cluster, alias, { size: { type: 'long' } });
    const [outcome] = await bulk(cluster, alias, [{ kind: 'create', id: '1', source: { name: 'one', size: 1 } }]);
    expect(outcome.kind).toBe('done');
  });
});
