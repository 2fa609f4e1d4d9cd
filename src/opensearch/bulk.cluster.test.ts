import { expect, it } from 'vitest';
import { describeOnCluster } from '../../testing/opensearch-cluster.js';
import { type BulkOutcome, bulk, type SeenVersion } from './bulk.js';
import type { Cluster } from './cluster.js';
import { ClusterRefusal, ClusterTrouble } from './cluster-errors.js';
import { ensureIndex } from './indexes.js';

function versionOf(outcome: BulkOutcome): SeenVersion {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind} instead of done`);
  return outcome.version;
}

describeOnCluster('bulk', (place) => {
  async function things(): Promise<{ cluster: Cluster; alias: string }> {
    const cluster = await place.open();
    const mappings = { dynamic: 'strict', properties: { name: { type: 'keyword' } } };
    const { alias } = await ensureIndex(cluster, { name: 'things', version: 1, settings: {}, mappings });
    return { cluster, alias };
  }

  async function nameOf(cluster: Cluster, alias: string, id: string): Promise<string | null> {
    const { body } = await cluster.read<{ found: boolean; _source?: { name: string } }>({
      method: 'GET',
      path: `/${alias}/_doc/${id}`,
      expected: [404],
    });
    return body._source?.name ?? null;
  }

  it('has an outcome for each operation', async () => {
    const { cluster, alias } = await things();
    const outcomes = await bulk(cluster, alias, [
      { kind: 'create', id: '1', source: { name: 'one' } },
      { kind: 'create', id: '1', source: { name: 'another' } },
      { kind: 'put', id: '2', source: { name: 'two' } },
      { kind: 'put', id: '3', source: { colour: 'red' } },
      { kind: 'delete', id: '4' },
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'conflict', 'done', 'failed', 'missing']);
    expect(outcomes[3]).toMatchObject({ error: expect.any(ClusterRefusal) });
    expect(await nameOf(cluster, alias, '1')).toBe('one');
  });

  it('writes only over what was seen', async () => {
    const { cluster, alias } = await things();
    const first = versionOf((await bulk(cluster, alias, [{ kind: 'put', id: '1', source: { name: 'a' } }]))[0]);
    const [second] = await bulk(cluster, alias, [{ kind: 'put', id: '1', source: { name: 'b' }, seen: first }]);
    const late = await bulk(cluster, alias, [
      { kind: 'put', id: '1', source: { name: 'c' }, seen: first },
      { kind: 'delete', id: '1', seen: first },
    ]);
    expect(late).toEqual([{ kind: 'conflict' }, { kind: 'conflict' }]);
    expect(await nameOf(cluster, alias, '1')).toBe('b');
    const [removed] = await bulk(cluster, alias, [{ kind: 'delete', id: '1', seen: versionOf(second) }]);
    expect(removed.kind).toBe('done');
  });

  it('keeps the order of writes to one id', async () => {
    const { cluster, alias } = await things();
    const names = Array.from({ length: 20 }, (_, i) => `name ${i}`);
    await bulk(
      cluster,
      alias,
      names.map((name) => ({ kind: 'put', id: '1', source: { name } })),
    );
    expect(await nameOf(cluster, alias, '1')).toBe('name 19');
  });

  it('does nothing for no operations', async () => {
    const { cluster, alias } = await things();
    expect(await bulk(cluster, alias, [])).toEqual([]);
  });

  it('makes no index of its own if the alias is gone', async () => {
    const { cluster } = await things();
    const [outcome] = await bulk(cluster, `${cluster.prefix}-gone`, [{ kind: 'put', id: '1', source: {} }]);
    expect(outcome).toMatchObject({ kind: 'failed', error: { kind: 'index_missing' } });
  });

  it('says that an index is blocked, and works again without the block', async () => {
    const { cluster, alias } = await things();
    const block = (value: boolean | null) =>
      cluster.write({
        method: 'PUT',
        path: `/${alias}/_settings`,
        body: { 'index.blocks.read_only_allow_delete': value },
      });
    const write = () => bulk(cluster, alias, [{ kind: 'put', id: '1', source: { name: 'one' } }]);
    await block(true);
    const [refused] = await write();
    expect(refused).toMatchObject({ kind: 'failed', error: { kind: 'read_only' } });
    expect(refused.kind === 'failed' && refused.error).toBeInstanceOf(ClusterTrouble);
    await block(null);
    expect((await write())[0].kind).toBe('done');
  });
});
