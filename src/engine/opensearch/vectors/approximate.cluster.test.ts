import { expect, it } from 'vitest';
import { ClusterDocuments } from '../../../../testing/cluster-documents.js';
import { describeOnCluster } from '../../../../testing/opensearch-cluster.js';
import type { Change } from '../../../domain/document/document.js';
import { quantize } from '../../../domain/document/vectors.js';
import { queryParts } from '../../../text/query/query-parts.js';
import { documentWith, planFor } from '../../contract/engine-contract.js';
import type { TextQuery } from '../../engine.js';

const SPACE = 'test';
const VECTORS = Array.from({ length: 60 }, (_, i) => [Math.cos(i), Math.sin(i), Math.cos(2 * i), 0.3]);

const put = (vector: readonly number[], i: number): Change => ({
  kind: 'put',
  sequence: i + 1,
  document: documentWith({ id: `d${i}`, content: i % 3 === 0 ? 'the tide' : 'the moon' }),
  vectors: [{ space: SPACE, codes: [quantize(Float32Array.from(vector))] }],
});

describeOnCluster('vectors in an index of their own', (place) => {
  it('are found on the same scale above the same cutoff, and findings say that some may be missing', async () => {
    const documents = await ClusterDocuments.create(await place.open(), 'vectors');
    await documents.write(VECTORS.map(put));
    await documents.refresh();
    const exact = await documents.openEngine({ exactVectors: 60 });
    const approximate = await documents.openEngine({ exactVectors: 59 });
    expect(exact.describe().exactTotals).toEqual({ lexical: true, semantic: true, hybrid: true });
    expect(approximate.describe().exactTotals).toEqual({ lexical: true, semantic: false, hybrid: false });
    const words = { language: 'en', parts: queryParts('tide'), typos: 'forgiven' } as const;
    const scale = { middle: 0.3, steepness: 8 };
    const semantic = { vector: Float32Array.from([1, 0.2, 0.5, 0.1]), space: SPACE, cutoff: 60, scale };
    for (const text of [
      { kind: 'search', words: null, semantic, semanticShare: 1 },
      { kind: 'search', words, semantic, semanticShare: 0.6 },
    ] satisfies TextQuery[]) {
      const sort = [{ field: '_score', order: 'desc', missing: '_last' } as const];
      const plan = planFor({ text, sort, window: { offset: 0, limit: 100 } });
      const [all, found] = await Promise.all([exact.find(plan), approximate.find(plan)]);
      expect([all.totalRelation, found.totalRelation]).toEqual([undefined, 'approximate']);
      // So few vectors are all compared, with a query vector of 8 bits.
      const scores = new Map(all.hits.map(({ id, passage, score }) => [`${id} ${passage}`, score!]));
      expect(found.total).toBe(all.total);
      for (const { id, passage, score } of found.hits) {
        expect(Math.abs(score! - scores.get(`${id} ${passage}`)!)).toBeLessThan(1);
      }
    }
    const byWords: TextQuery = { kind: 'search', words, semantic: null, semanticShare: 0 };
    expect((await approximate.find(planFor({ text: byWords }))).totalRelation).toBeUndefined();
  });
});
