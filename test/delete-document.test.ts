import { describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { expectError, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const add = (id: string) => shared.client.addDocument({ id, title: 'Tides', tenant_id: 'library' });

describe('deleting a document', () => {
  it('says what was deleted, with the envelope', async () => {
    await add('gone');
    const answer = await shared.client.deleteDocument('gone');
    expectSuccess(answer, 'document');
    expect(answer.body).toEqual({
      object: 'document',
      url: `${VERSION}/documents/gone`,
      id: 'gone',
      deleted: true,
      livemode: true,
      token_usage: answer.body.token_usage,
    });
  });

  it('takes it out of every read at once', async () => {
    await add('unseen');
    const before = (await shared.client.browse()).body.total_number_of_results;
    await shared.client.deleteDocument('unseen');
    expectError(await shared.client.getDocument('unseen'), 404, 'document_not_found');
    expect((await shared.client.browse()).body.total_number_of_results).toBe(before - 1);
    const byId = await shared.client.filter({ filter: { must: [{ ids: { values: ['unseen'] } }] } });
    expect(byId.body).toMatchObject({ data: [], total_number_of_results: 0, has_more: false, next_page: null });
  });

  it('answers 404 the second time, and for ids that never were', async () => {
    await add('twice');
    await shared.client.deleteDocument('twice');
    for (const id of ['twice', 'never', 'not%20an%20id']) {
      expectError(await shared.client.deleteDocument(id), 404, 'document_not_found');
    }
  });

  it('takes no notice of a body', async () => {
    await add('with-body');
    const answer = await shared.client.send(`${VERSION}/documents/with-body`, {
      method: 'DELETE',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.body.deleted).toBe(true);
  });

  it.each(['browse', 'import', 'metadata-schema'])('has no document %s to delete', async (name) => {
    const answer = await shared.client.deleteDocument(name);
    expectError(answer, 405, 'method_not_allowed');
  });
});
