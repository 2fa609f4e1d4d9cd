import { beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess, idsOf } from './harness/expectations.js';
import { ACCEPTED_LISTS, REFUSED_LISTS } from './harness/list-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'old', title: 'Old', tenant_id: 'a', created_at: '2020-01-01', metadata: { n: 1 }, content: 'secret' },
    { id: 'new', title: 'New', tenant_id: 'b', created_at: '2024-01-01', language: 'de' },
    { id: 'mid', title: 'Mid', tenant_id: 'a', created_at: '2022-01-01', source_uri: 'https://example.org' },
  ]);
});

describe('browsing documents', () => {
  it('lists all of them, newest first, with the fields of a list', async () => {
    const answer = await shared.client.browse();
    expectSuccess(answer, 'browse_result');
    expect(idsOf(answer)).toEqual(['new', 'mid', 'old']);
    const { updated_at, ...item } = answer.body.data[2];
    expect(item).toEqual({
      id: 'old',
      title: 'Old',
      source_uri: null,
      metadata: { n: 1 },
      tenant_id: 'a',
      language: 'en',
      sort_value: null,
      created_at: '2020-01-01T00:00:00.000Z',
    });
    expect(Date.parse(updated_at)).toBeGreaterThan(0);
  });

  it('has exactly the fields of its contract', async () => {
    const { body } = await shared.client.browse();
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['object', 'url', 'data', 'tenant_id', 'sort', 'language', 'has_more', 'next_page'],
        ...['total_number_of_results', 'page', 'limit', 'token_usage', 'livemode'],
      ].sort(),
    );
    expect(body.url).toBe(`${VERSION}/documents/browse`);
    expect(body.token_usage.semantic_tokens).toBe(0);
  });

  it.each(ACCEPTED_LISTS)('takes $what', async ({ sent, echo }) => {
    const answer = await shared.client.browse(sent);
    expectSuccess(answer, 'browse_result');
    expect(answer.body).toMatchObject(echo);
  });

  it.each(REFUSED_LISTS)('refuses $what', async ({ sent, problems }) => {
    expectProblems(await shared.client.browse(sent), problems);
  });

  it('refuses a filter, which is another endpoint', async () => {
    expectProblems(await shared.client.browse({ filter: {} }), { filter: 'parameter_unknown' });
  });

  it('is limited to the tenants that are named', async () => {
    expect(idsOf(await shared.client.browse({ tenant_id: ['a'] }))).toEqual(['mid', 'old']);
    expect(idsOf(await shared.client.browse({ tenant_id: ['b', 'nobody'] }))).toEqual(['new']);
    expect((await shared.client.browse({ tenant_id: ['A'] })).body.total_number_of_results).toBe(0);
  });

  it('is limited to the language that is named', async () => {
    expect(idsOf(await shared.client.browse({ language: 'de' }))).toEqual(['new']);
  });

  it('needs a body, which may be empty', async () => {
    const path = `${VERSION}/documents/browse`;
    expectError(await shared.client.send(path, { method: 'POST' }), 400, 'json_malformed');
    expectError(await shared.client.postText(path, ''), 400, 'json_malformed');
    expectProblems(await shared.client.postText(path, '[]'), { null: 'parameter_type' });
  });
});
