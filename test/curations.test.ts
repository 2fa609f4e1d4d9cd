import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC, idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const PATH = `${VERSION}/curations`;
let bound: Client;

const add = (curation: Json, client = shared.client) => client.post(PATH, { match: 'exact', ...curation });
const search = (query: string, request: Json = {}, client = shared.client) =>
  client.search({ query, search_type: 'lexical', ...request });

async function withCurations(curations: readonly Json[], use: () => Promise<void>): Promise<void> {
  const ids: string[] = [];
  try {
    for (const curation of curations) {
      const added = await add(curation);
      expectSuccess(added, 'curation');
      ids.push(added.body.id);
    }
    await use();
  } finally {
    for (const id of ids) await shared.client.delete(`${PATH}/${id}`);
  }
}

beforeAll(async () => {
  bound = await shared.clientWith({ tenants: 'mine', scopes: 'read,admin' });
  await shared.client.importDocuments([
    { id: 'h1', title: 'Opening hours', tenant_id: 'mine', content: 'Hours hours hours.', metadata: { year: 2024 } },
    { id: 'h2', title: 'Opening hours of 2019', tenant_id: 'mine', content: 'Hours.', metadata: { year: 2019 } },
    { id: 'h3', title: 'Hours and days', tenant_id: 'mine', content: 'Hours.', metadata: { year: 2020 } },
    { id: 'contact', title: 'How to reach us', tenant_id: 'mine', content: 'By post.', metadata: { year: 2024 } },
    { id: 'foreign', title: 'Something else', tenant_id: 'theirs', content: 'Of others.' },
    { id: 'deutsch', title: 'Etwas anderes', tenant_id: 'mine', language: 'de', content: 'Von anderen.' },
  ]);
});

describe('a curation', () => {
  it('is stored as it was sent, returned by its id, listed and deleted', async () => {
    const sent = { id: 'c', query: ' Opening  Hours ', match: 'contains', pin: ['a', 'b', 'a'], tenant_id: 'x' };
    const added = await add(sent);
    expectSuccess(added, 'curation');
    expect(added.body).toMatchObject({
      ...{ id: 'c', url: PATH, query: ' Opening  Hours ', match: 'contains', pin: ['a', 'b'], hide: [] },
      ...{ tenant_id: 'x', created_at: expect.stringMatching(ISO_UTC) },
    });
    expect((await shared.client.get(`${PATH}/c`)).body).toEqual({ ...added.body, url: `${PATH}/c` });
    expectError(await add(sent), 409, 'curation_exists');
    const listed = await shared.client.post(`${PATH}/browse`, {});
    expectSuccess(listed, 'browse_result');
    expect(listed.body).toMatchObject({
      total_number_of_results: 1,
      has_more: false,
      next_page: null,
      tenant_id: null,
    });
    expectSuccess(await shared.client.delete(`${PATH}/c`), 'curation');
    expectError(await shared.client.get(`${PATH}/c`), 404, 'curation_not_found');
    expectError(await shared.client.delete(`${PATH}/c`), 404, 'curation_not_found');
  });

  it.each([
    [{ match: undefined }, { query: 'parameter_missing', match: 'parameter_missing', pin: 'parameter_missing' }],
    [{ query: '!?', pin: ['a'] }, { query: 'parameter_invalid' }],
    [{ query: 'x'.repeat(1001), pin: ['a'] }, { query: 'parameter_too_long' }],
    [{ query: 'x', match: 'prefix', pin: ['a'] }, { match: 'parameter_invalid' }],
    [{ query: 'x', pin: [], hide: [] }, { pin: 'parameter_missing' }],
    [{ query: 'x', pin: Array(101).fill('a') }, { pin: 'too_many_items' }],
    [{ query: 'x', hide: Array(1001).fill('a') }, { hide: 'too_many_items' }],
    [
      { id: 'browse', query: 5, pin: ['', 'a'], hide: 'a', boost: 2 },
      {
        ...{ id: 'parameter_invalid', query: 'parameter_type', 'pin[0]': 'parameter_too_short' },
        ...{ hide: 'parameter_type', boost: 'parameter_unknown' },
      },
    ],
  ])('is refused with every mistake named: %j', async (sent: Json, problems: Record<string, string>) => {
    expectProblems(await add(sent), problems);
  });
});

describe('updating a curation', () => {
  const update = (id: string, changes: Json) => shared.client.post(`${PATH}/${id}`, changes);

  it('changes what is sent and keeps the rest; the next search heeds it', async () => {
    await withCurations([{ id: 'c', query: 'days', pin: ['contact'], tenant_id: 'mine' }], async () => {
      const before = (await shared.client.get(`${PATH}/c`)).body;
      const changed = await update('c', { query: 'reach', match: 'contains', pin: ['h2', 'h2'], hide: ['h1'] });
      expectSuccess(changed, 'curation');
      const now = { query: 'reach', match: 'contains', pin: ['h2'], hide: ['h1'] };
      expect(changed.body).toEqual({ ...before, ...now });
      expect((await shared.client.get(`${PATH}/c`)).body).toEqual(changed.body);
      expect(idsOf(await search('days', {}, bound))).toEqual(['h3']);
      expect(idsOf(await search('how to reach', {}, bound))).toEqual(['h2', 'contact']);
      expect((await update('c', { tenant_id: null, pin: [] })).body).toEqual({
        ...changed.body,
        ...{ tenant_id: null, pin: [] },
      });
    });
  });

  it('is refused with every mistake named, where nothing would be left, and where there is none', async () => {
    await withCurations([{ id: 'c', query: 'days', pin: ['contact'] }], async () => {
      expectProblems(await update('c', { pin: [] }), { pin: 'too_few_items' });
      expectProblems(await update('c', { query: '!', match: 'prefix', hide: null, id: 'd' }), {
        ...{ query: 'parameter_invalid', match: 'parameter_invalid', hide: 'parameter_type', id: 'parameter_unknown' },
      });
    });
    expectError(await update('c', {}), 404, 'curation_not_found');
  });
});

describe('a search with curations', () => {
  it('puts pinned documents first and leaves hidden ones out, in total, facets and pages alike', async () => {
    const plain = await search('opening hours');
    expect(idsOf(plain).sort()).toEqual(['h1', 'h2', 'h3']);
    const curation = {
      id: 'hours',
      query: 'OPENING hóurs',
      pin: ['contact', 'h3', 'foreign', 'gone'],
      hide: ['h2', 'deutsch'],
    };
    await withCurations([curation], async () => {
      for (const search_type of ['lexical', 'hybrid']) {
        const request = { search_type, ai_search_cutoff_score: 90, tenant_id: ['mine'], facet: ['metadata.year'] };
        const { body } = await search('Opening  hours', request);
        expect(body.data.map(({ id }) => id)).toEqual(['contact', 'h3', 'h1']);
        expect(body.total_number_of_results).toBe(3);
        expect(body.data[0].confidence_level).toBe('not_available');
        expect(body.data[1].confidence_level).not.toBe('not_available');
        expect(body.facet_result?.['metadata.year'].values).toEqual([
          { value: 2024, count: 2 },
          { value: 2020, count: 1 },
        ]);
        expect(body.applied_curations).toEqual([{ id: 'hours', pinned: ['contact', 'h3'], hidden: ['h2'] }]);
        const pages = [];
        for (const page of [1, 2, 3]) pages.push(await search('Opening hours', { ...request, limit: 1, page }));
        expect(pages.flatMap(idsOf)).toEqual(['contact', 'h3', 'h1']);
        expect(pages.map(({ body }) => [body.total_number_of_results, body.has_more])).toEqual([
          [3, true],
          [3, true],
          [3, false],
        ]);
      }
      const filter = { must: [{ term: { 'metadata.year': 2020 } }] };
      expect(idsOf(await search('opening hours', { filter }))).toEqual(['h3']);
      expect(idsOf(await search('hours'))).toHaveLength(3);
      expect((await search('hours')).body).not.toHaveProperty('applied_curations');
      const meaning = await search('opening hours', { search_type: 'ai_semantic' });
      expect(meaning.body).not.toHaveProperty('applied_curations');
    });
  });

  it('keeps another order as it is, and hides all the same', async () => {
    await withCurations([{ id: 'hours', query: 'hours', pin: ['contact'], hide: ['h2'] }], async () => {
      const byYear = await search('hours', { sort: [{ 'metadata.year': 'asc' }] });
      expect(idsOf(byYear)).toEqual(['h3', 'h1']);
      expect(byYear.body.applied_curations).toEqual([{ id: 'hours', pinned: [], hidden: ['h2'] }]);
      const byScore = await search('hours', { sort: [{ _score: 'desc' }] });
      expect(byScore.body.data[0]).toMatchObject({ id: 'contact', sort_value: [null] });
    });
  });

  it('takes all curations that match: exact ones first, hidden before pinned', async () => {
    const curations = [
      { id: 'a', query: 'hours', match: 'contains', pin: ['h2', 'contact'] },
      { id: 'b', query: 'hours today', match: 'exact', pin: ['h3'] },
      { id: 'c', query: 'today', match: 'contains', hide: ['contact'] },
      { id: 'd', query: 'our', match: 'contains', pin: ['h1'] },
      { id: 'e', query: 'today hours', match: 'contains', pin: ['h1'] },
    ];
    await withCurations(curations, async () => {
      const { body } = await search('hours today');
      expect(body.data.map(({ id }) => id)).toEqual(['h3', 'h2', 'h1']);
      expect(body.applied_curations).toEqual([
        { id: 'b', pinned: ['h3'], hidden: [] },
        { id: 'a', pinned: ['h2'], hidden: [] },
        { id: 'c', pinned: [], hidden: [] },
      ]);
    });
  });

  it('does so in suggestions', async () => {
    await withCurations([{ query: 'hou', pin: ['contact'], hide: ['h1'] }], async () => {
      const { body } = await shared.client.suggest({ query: 'Hou' });
      expect(body.data.map(({ id }) => id).slice(0, 1)).toEqual(['contact']);
      expect(
        body.data
          .map(({ id }) => id)
          .slice(1)
          .sort(),
      ).toEqual(['h2', 'h3']);
      expect(body.total_number_of_results).toBe(3);
      expect(body.applied_curations).toMatchObject([{ pinned: ['contact'], hidden: ['h1'] }]);
    });
  });

  it('applies what belongs to a tenant within the tenant, and shows nothing of others', async () => {
    const curations = [
      { id: 'mine', tenant_id: 'mine', query: 'hours', pin: ['contact'] },
      { id: 'theirs', tenant_id: 'theirs', query: 'hours', hide: ['h1'] },
      { id: 'all', query: 'hours', pin: ['foreign'] },
    ];
    await withCurations(curations, async () => {
      const { body } = await search('hours', {}, bound);
      const ids = body.data.map(({ id }) => id);
      expect([ids[0], ids.toSorted()]).toEqual(['contact', ['contact', 'h1', 'h2', 'h3']]);
      expect(body.applied_curations).toEqual([
        { id: 'all', pinned: [], hidden: [] },
        { id: 'mine', pinned: ['contact'], hidden: [] },
      ]);
      const everywhere = await search('hours');
      expect(idsOf(everywhere)[0]).toBe('foreign');
      expect(everywhere.body.applied_curations).toEqual([{ id: 'all', pinned: ['foreign'], hidden: [] }]);
      expectError(await bound.get(`${PATH}/theirs`), 404, 'curation_not_found');
      expectError(await bound.delete(`${PATH}/all`), 403, 'tenant_not_allowed');
      expectError(await add({ query: 'x', pin: ['a'] }, bound), 403, 'tenant_not_allowed');
      expect(idsOf(await bound.post(`${PATH}/browse`, {})).sort()).toEqual(['all', 'mine']);
    });
  });
});
