import { describe, expect, it } from 'vitest';
import { expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const together = <T>(count: number, task: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => task(index)));

describe('writers at the same moment', () => {
  it('of the same new id: one wins and the others are in conflict', async () => {
    for (let round = 0; round < 5; round++) {
      const id = `contested-${round}`;
      const answers = await together(24, (i) => shared.client.addDocument({ id, title: `by ${i}`, tenant_id: 't' }));
      const winners = answers.filter(({ status }) => status === 200);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(23);
      expect(winners).toHaveLength(1);
      expect((await shared.client.getDocument(id)).body.title).toBe(winners[0].body.title);
      const found = await shared.client.filter({ filter: { must: [{ ids: { values: [id] } }] } });
      expect(found.body.data.map(({ title }) => title)).toEqual([winners[0].body.title]);
    }
  });

  it('of different metadata keys of one document: none is lost', async () => {
    await shared.client.addDocument({ id: 'merged', title: 'T', tenant_id: 't' });
    await together(40, (i) => shared.client.updateDocument('merged', { metadata: { [`k${i}`]: i } }));
    const { body } = await shared.client.getDocument('merged');
    expect(Object.keys(body.metadata ?? {})).toHaveLength(40);
  });

  it('who delete the same document: one does it and the others find nothing', async () => {
    await shared.client.addDocument({ id: 'doomed', title: 'T', tenant_id: 't' });
    const answers = await together(16, () => shared.client.deleteDocument('doomed'));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(404)]);
  });

  it('who add and delete in turn leave index and store in agreement', async () => {
    await together(16, async (i) => {
      for (let round = 0; round < 15; round++) {
        const id = `churn-${(i * 7 + round) % 10}`;
        if ((i + round) % 3 === 0) await shared.client.deleteDocument(id);
        else await shared.client.importDocuments([{ id, title: `${i}-${round}`, tenant_id: 'churn' }]);
      }
    });
    const listed = await shared.client.browse({ tenant_id: ['churn'], limit: 100, sort: [{ title: 'asc' }] });
    expectSuccess(listed, 'browse_result');
    expect(listed.body.data.length).toBe(listed.body.total_number_of_results);
    for (const { id, title, sort_value } of listed.body.data) {
      expect((await shared.client.getDocument(id)).body.title).toBe(title);
      expect(sort_value).toEqual([title]);
    }
    const absent = Array.from({ length: 10 }, (_, i) => `churn-${i}`).filter(
      (id) => !listed.body.data.some((item) => item.id === id),
    );
    for (const id of absent) expect((await shared.client.getDocument(id)).status).toBe(404);
  });

  it('see their own write at once, whatever others do', async () => {
    await together(16, async (i) => {
      for (let round = 0; round < 5; round++) {
        const title = `own ${i} ${round}`;
        const { body } = await shared.client.addDocument({ title, tenant_id: `own-${i}` });
        const found = await shared.client.filter({ filter: { must: [{ term: { title } }] } });
        expect(found.body.data.map(({ id }) => id)).toEqual([body.id]);
        expect((await shared.client.browse({ tenant_id: [`own-${i}`] })).body.total_number_of_results).toBe(round + 1);
      }
    });
  });
});
