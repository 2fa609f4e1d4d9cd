import { beforeAll, describe, expect, it } from 'vitest';
import { answerLines, type Client } from './harness/client.js';
import { expectError, idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
let test: Client;

beforeAll(async () => {
  test = await shared.clientWith({ mode: 'test' });
  expect(test.key).toMatch(/^sk_test_[A-Za-z0-9]{24,}$/);
  await shared.client.addDocument({ id: 'same', title: 'live', tenant_id: 't', metadata: { live: 1 } });
  await test.addDocument({ id: 'same', title: 'test', tenant_id: 't', metadata: { test: 1 } });
});

describe('live and test documents', () => {
  it('have ids of their own', async () => {
    expect((await shared.client.getDocument('same')).body).toMatchObject({ title: 'live', livemode: true });
    expect((await test.getDocument('same')).body).toMatchObject({ title: 'test', livemode: false });
  });

  it('are listed, filtered and described apart', async () => {
    await test.addDocument({ id: 'only-test', title: 'T', tenant_id: 't' });
    expect(idsOf(await shared.client.browse({ sort: [{ id: 'asc' }] }))).toEqual(['same']);
    expect(idsOf(await test.browse({ sort: [{ id: 'asc' }] }))).toEqual(['only-test', 'same']);
    const filter = { filter: { must: [{ exists: { field: 'metadata.live' } }] } };
    expect((await test.filter(filter)).body).toMatchObject({ total_number_of_results: 0, livemode: false });
    expect((await test.metadataSchema()).body.data.map(({ field }) => field)).toEqual(['metadata.test']);
  });

  it('are changed and deleted apart', async () => {
    await test.addDocument({ id: 'twin', title: 'test', tenant_id: 't' });
    await shared.client.addDocument({ id: 'twin', title: 'live', tenant_id: 't' });
    await test.updateDocument('twin', { title: 'changed' });
    expect((await shared.client.getDocument('twin')).body.title).toBe('live');
    await shared.client.deleteDocument('twin');
    expect((await test.getDocument('twin')).body.title).toBe('changed');
  });

  it('are imported apart', async () => {
    const lines = answerLines(await test.importDocuments([{ id: 'imported', title: 'T', tenant_id: 't' }]));
    expect(lines.at(-1)).toMatchObject({ object: 'import_result', created: 1, livemode: false });
    expectError(await shared.client.getDocument('imported'), 404, 'document_not_found');
  });
});

describe('livemode', () => {
  it.each(['/versions', '/v20241104/documents/missing', '/nothing'])('of %s follows the key', async (path) => {
    expect((await shared.client.get(path)).body.livemode).toBe(true);
    expect((await test.get(path)).body.livemode).toBe(false);
    expect((await test.withKey(null).get(path)).body.livemode).toBe(false);
    expect((await test.withKey('sk_live_unknown').get(path)).body.livemode).toBe(false);
  });
});
