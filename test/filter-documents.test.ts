import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { VERSION } from './harness/client.js';
import { expectProblems, expectSuccess, idsOf } from './harness/expectations.js';
import { ACCEPTED_LISTS, REFUSED_LISTS } from './harness/list-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const EMPTY_ECHO = { must: [], must_not: [], should: [], minimum_should_match: null };

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'old', title: 'Old', tenant_id: 'a', created_at: '2020-01-01', metadata: { topic: 'law' }, content: 'x' },
    { id: 'new', title: 'New', tenant_id: 'b', created_at: '2024-01-01', language: 'de' },
  ]);
});

describe('filtering documents', () => {
  it('answers the documents that match, with the fields of a list', async () => {
    const answer = await shared.client.filter({ filter: { must: [{ term: { 'metadata.topic': 'law' } }] } });
    expectSuccess(answer, 'filter_result');
    expect(answer.body.total_number_of_results).toBe(1);
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(
      [
        ...['id', 'title', 'source_uri', 'metadata', 'tenant_id', 'language'],
        ...['sort_value', 'created_at', 'updated_at'],
      ].sort(),
    );
  });

  it('has exactly the fields of its contract', async () => {
    const { body } = await shared.client.filter({ filter: {} });
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['object', 'url', 'data', 'tenant_id', 'filter', 'sort', 'facet', 'facet_advanced', 'language'],
        ...['facet_result', 'has_more', 'next_page', 'total_number_of_results', 'page', 'limit'],
        ...['token_usage', 'livemode'],
      ].sort(),
    );
    expect(body).toMatchObject({ url: `${VERSION}/filter`, facet: null, facet_advanced: null, facet_result: null });
    expect(body.token_usage.semantic_tokens).toBe(0);
  });

  it('matches everything with an empty filter, newest first', async () => {
    const answer = await shared.client.filter({ filter: {} });
    expect(idsOf(answer)).toEqual(['new', 'old']);
    expect(answer.body.filter).toEqual(EMPTY_ECHO);
  });

  it('echoes a filter with all four keys, nested ones too', async () => {
    const must = [{ bool: { should: [{ term: { language: 'en' } }] } }];
    const { body } = await shared.client.filter({ filter: { must, minimum_should_match: null } });
    expect(body.filter).toEqual({
      ...EMPTY_ECHO,
      must: [{ bool: { ...EMPTY_ECHO, should: [{ term: { language: 'en' } }] } }],
    });
  });

  it.each(ACCEPTED_LISTS)('takes $what', async ({ sent, echo }) => {
    const answer = await shared.client.filter({ filter: {}, ...sent });
    expectSuccess(answer, 'filter_result');
    expect(answer.body).toMatchObject(echo);
  });

  it.each(REFUSED_LISTS)('refuses $what', async ({ sent, problems }) => {
    expectProblems(await shared.client.filter({ filter: {}, ...sent }), problems);
  });

  const refusedFilters: [string, Json, Record<string, string>][] = [
    ['no filter', {}, { filter: 'parameter_missing' }],
    ['null as filter', { filter: null }, { filter: 'parameter_type' }],
    ['a list as filter', { filter: [] }, { filter: 'parameter_type' }],
    ['a text as filter', { filter: 'language:en' }, { filter: 'parameter_type' }],
  ];
  it.each(refusedFilters)('refuses %s', async (_, sent, problems) => {
    expectProblems(await shared.client.filter(sent), problems);
  });

  it('reports a bad filter together with everything else', async () => {
    const sent = { filter: { must: [{ term: { nothing: 1 } }] }, facet: ['nothing'], limit: 0, sort: [{ x: 1 }] };
    expectProblems(await shared.client.filter(sent), {
      'filter.must[0].term.nothing': 'filter_invalid',
      'facet[0]': 'facet_invalid',
      limit: 'parameter_too_small',
      'sort[0].x': 'sort_invalid',
    });
  });

  it('combines the filter with tenants and language', async () => {
    expect(idsOf(await shared.client.filter({ filter: {}, tenant_id: ['a'] }))).toEqual(['old']);
    expect(idsOf(await shared.client.filter({ filter: {}, language: 'de' }))).toEqual(['new']);
    expect(idsOf(await shared.client.filter({ filter: {}, tenant_id: ['a'], language: 'de' }))).toEqual([]);
  });
});
