import { beforeAll, describe, expect, it } from 'vitest';
import { answerLines, type Client } from './harness/client.js';
import { expectError, expectProblems, idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
/** Bound to the tenants `mine` and `ours`; `theirs` is foreign to it. */
let bound: Client;

beforeAll(async () => {
  bound = await shared.clientWith({ tenants: 'mine,ours' });
  await shared.client.importDocuments([
    { id: 'm', title: 'Shared words', tenant_id: 'mine', metadata: { color: 'red' }, created_at: '2024-01-01' },
    { id: 'o', title: 'Shared words', tenant_id: 'ours', metadata: { color: 'blue' }, created_at: '2024-01-02' },
    { id: 't', title: 'Shared words', tenant_id: 'theirs', metadata: { color: 'green', hidden: 1 } },
  ]);
});

const FOREIGN = { title: 'T', tenant_id: 'theirs' };

describe('a key bound to tenants', () => {
  it('sees the documents of all of its tenants', async () => {
    expect((await bound.getDocument('m')).status).toBe(200);
    expect(idsOf(await bound.browse())).toEqual(['o', 'm']);
    expect((await bound.browse()).body).toMatchObject({ total_number_of_results: 2, tenant_id: null });
  });

  it('can narrow a list to some of its tenants', async () => {
    expect(idsOf(await bound.browse({ tenant_id: ['ours'] }))).toEqual(['o']);
  });

  it('cannot tell a foreign document from one that does not exist', async () => {
    const attempts = [
      (id: string) => bound.getDocument(id),
      (id: string) => bound.updateDocument(id, { title: 'taken over' }),
      (id: string) => bound.deleteDocument(id),
    ];
    for (const attempt of attempts) {
      const [foreign, missing] = [await attempt('t'), await attempt('u')];
      expectError(foreign, 404, 'document_not_found');
      const words = ({ body: { error } }: typeof foreign) => error.message.replace(/"[tu]"/, '');
      expect(words(foreign)).toBe(words(missing));
    }
    expect((await shared.client.getDocument('t')).body.title).toBe('Shared words');
  });

  it('may not name a foreign tenant', async () => {
    for (const tenant_id of [['theirs'], ['mine', 'theirs'], ['nobody']]) {
      expectError(await bound.browse({ tenant_id }), 403, 'tenant_not_allowed');
      expectError(await bound.filter({ filter: {}, tenant_id }), 403, 'tenant_not_allowed');
    }
  });

  it('may not put a document into a foreign tenant', async () => {
    expectError(await bound.addDocument(FOREIGN), 403, 'tenant_not_allowed');
    expectError(await bound.updateDocument('m', { tenant_id: 'theirs' }), 403, 'tenant_not_allowed');
    expect((await bound.addDocument({ id: 'new', title: 'T', tenant_id: 'mine' })).status).toBe(200);
    expect((await bound.updateDocument('new', { tenant_id: 'ours' })).body.tenant_id).toBe('ours');
    await bound.deleteDocument('new');
  });

  it('finds nothing foreign with any filter', async () => {
    const clauses = [
      { term: { tenant_id: 'theirs' } },
      { ids: { values: ['t'] } },
      { exists: { field: 'metadata.hidden' } },
      { term: { 'metadata.color': 'green' } },
    ];
    for (const clause of clauses) {
      const { body } = await bound.filter({ filter: { must: [clause] } });
      expect(body).toMatchObject({ data: [], total_number_of_results: 0 });
    }
    expect((await bound.filter({ filter: { must_not: clauses } })).body.total_number_of_results).toBe(2);
    expect((await bound.filter({ filter: { must: [{ match: { title: 'words' } }] } })).body.data).toHaveLength(2);
  });

  it('counts nothing foreign in facets, also without their own filter', async () => {
    const field = 'metadata.color';
    const { body } = await bound.filter({
      filter: { must: [{ term: { [field]: 'red' } }] },
      facet: ['tenant_id'],
      facet_advanced: [{ field, exclude_own_filter: true }],
    });
    expect(body.facet_result?.tenant_id.values).toEqual([{ value: 'mine', count: 1 }]);
    expect(body.facet_result?.[field].values.map(({ value }) => value)).toEqual(['blue', 'red']);
  });

  it('sees no metadata of others in the schema', async () => {
    const { body } = await bound.metadataSchema();
    expect(body.total_number_of_documents).toBe(2);
    expect(body.data.map(({ field }) => field)).toEqual(['metadata.color']);
    expect(body.data[0].examples).toEqual(['blue', 'red']);
  });

  it('imports into its own tenants only, and replaces nothing foreign', async () => {
    const lines = answerLines(
      await bound.importDocuments([
        { id: 'i', title: 'T', tenant_id: 'mine' },
        { id: 'j', ...FOREIGN },
        { id: 't', title: 'taken over', tenant_id: 'mine' },
      ]),
    );
    expect(lines.slice(0, 3).map(({ status, error }) => [status, error?.code])).toEqual([
      ['created', undefined],
      ['failed', 'tenant_not_allowed'],
      ['failed', 'document_exists'],
    ]);
    expect((await shared.client.getDocument('t')).body).toMatchObject({ title: 'Shared words', tenant_id: 'theirs' });
    await bound.deleteDocument('i');
  });

  it('loses sight of a document that moves to another tenant', async () => {
    await shared.client.addDocument({ id: 'moving', title: 'T', tenant_id: 'mine' });
    expect((await bound.getDocument('moving')).status).toBe(200);
    await shared.client.updateDocument('moving', { tenant_id: 'theirs' });
    expectError(await bound.getDocument('moving'), 404, 'document_not_found');
    expect((await bound.browse()).body.total_number_of_results).toBe(2);
  });
});

describe('the checks come in order:', () => {
  it('the body before the tenant', async () => {
    expectProblems(await bound.addDocument({ tenant_id: 'theirs' }), { title: 'parameter_missing' });
    expectProblems(await bound.browse({ tenant_id: ['theirs'], limit: 0 }), { limit: 'parameter_too_small' });
  });

  it('the tenant before existence', async () => {
    expectError(await bound.updateDocument('missing', { tenant_id: 'theirs' }), 403, 'tenant_not_allowed');
  });

  it('the tenant before a conflict', async () => {
    expectError(await bound.addDocument({ id: 'm', ...FOREIGN }), 403, 'tenant_not_allowed');
  });

  it('an id that is taken is a conflict whoever holds it', async () => {
    expectError(await bound.addDocument({ id: 't', title: 'T', tenant_id: 'mine' }), 409, 'document_exists');
  });

  it('the key before the scope before the body', async () => {
    const reader = await shared.clientWith({ scopes: 'read', tenants: 'mine' });
    expectError(await reader.withKey('sk_live_x').addDocument({}), 401, 'invalid_api_key');
    expectError(await reader.addDocument({}), 403, 'scope_missing');
  });
});
