import { beforeAll, expect, it } from 'vitest';
import { ClusterDocuments } from '../../../testing/cluster-documents.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import type { Change } from '../../domain/document/document.js';
import { documentWith, planFor } from '../contract/engine-contract.js';
import type { Engine } from '../engine.js';

/** More than a cluster sorts by offset, and more keys than it would map as fields. */
const DOCUMENTS = 10_300;
const AT_ONCE = 2000;

const idOf = (i: number) => `d${String(i).padStart(5, '0')}`;
const put = (i: number): Change => ({
  kind: 'put',
  sequence: i + 1,
  document: documentWith({ id: idOf(i), createdAt: -i, metadata: { [`key${i}`]: i, value: `v${i}` } }),
  vectors: [],
});

describeOnCluster('an index of many documents', (place) => {
  let engines: Engine[];

  beforeAll(async () => {
    engines = await Promise.all(
      [1, 2].map(async (shards) => {
        const documents = await ClusterDocuments.create(await place.open({ shards }), `large-${shards}`);
        for (let from = 0; from < DOCUMENTS; from += AT_ONCE) {
          const count = Math.min(AT_ONCE, DOCUMENTS - from);
          await documents.write(Array.from({ length: count }, (_, i) => put(from + i)));
        }
        await documents.refresh();
        return documents.openEngine();
      }),
    );
  });

  it('reaches every offset', async () => {
    const sort = [{ field: 'created_at', order: 'desc', missing: '_last' } as const];
    for (const engine of engines) {
      const deep = await engine.find(planFor({ sort, window: { offset: 10_250, limit: 100 } }));
      expect(deep.total).toBe(DOCUMENTS);
      expect(deep.hits.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, i) => idOf(10_250 + i)));
      const beyond = await engine.find(planFor({ sort, window: { offset: 20_500, limit: 10 } }));
      expect([beyond.total, beyond.hits]).toEqual([DOCUMENTS, []]);
    }
  });

  it('lists the values of a facet exactly, however many there are', async () => {
    const facet = {
      type: 'terms',
      name: 'f',
      field: 'metadata.value',
      size: 3,
      orderBy: 'value',
      order: 'desc',
    } as const;
    const facets = [{ ...facet, minCount: 1, prefix: null, excludeOwnFilter: false }];
    for (const engine of engines) {
      const { facets: results } = await engine.find(planFor({ facets }));
      expect(results[0]).toEqual({
        type: 'terms',
        values: ['v9999', 'v9998', 'v9997'].map((value) => ({ value, count: 1 })),
        otherCount: DOCUMENTS - 3,
        missingCount: 0,
      });
    }
  });

  it('filters by and describes any number of metadata keys', async () => {
    const [engine] = engines;
    const { fields } = await engine.describeMetadata({ scope: [], timeLimit: 60_000 });
    expect(fields).toHaveLength(DOCUMENTS + 1);
    expect(fields.find(({ field }) => field === 'metadata.key77')).toMatchObject({
      types: ['number'],
      min: 77,
      max: 77,
    });
    expect(fields.find(({ field }) => field === 'metadata.value')).toMatchObject({ distinctCount: DOCUMENTS });
    const scope = [{ kind: 'exists', field: 'metadata.key77' } as const];
    expect((await engine.find(planFor({ scope }))).hits.map(({ id }) => id)).toEqual([idOf(77)]);
  });
});
