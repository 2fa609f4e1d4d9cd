import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC, idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const PATH = `${VERSION}/synonyms`;
/** A key that may only read and administer the tenant `mine`. */
let bound: Client;

const add = (synonym: Json, client = shared.client) => client.post(PATH, synonym);
const search = (query: string, request: Json = {}, client = shared.client) =>
  client.search({ query, search_type: 'lexical', ...request });

async function withSynonym(synonym: Json, use: () => Promise<void>): Promise<void> {
  const { body } = await add(synonym);
  try {
    await use();
  } finally {
    await shared.client.delete(`${PATH}/${body.id}`);
  }
}

beforeAll(async () => {
  bound = await shared.clientWith({ tenants: 'mine', scopes: 'read,admin' });
  await shared.client.importDocuments([
    { id: 'sofa', title: 'A sofa for the hall', tenant_id: 'mine', content: 'It is a red sofa.' },
    { id: 'couch', title: 'A couch for the hall', tenant_id: 'mine', content: 'It is a red couch.' },
    { id: 'tv', title: 'Old tv sets', tenant_id: 'mine', content: 'Sets from the fifties.' },
    { id: 'television', title: 'A history of television', tenant_id: 'mine', content: 'Sets from the fifties.' },
    { id: 'city', title: 'Walks in New York', tenant_id: 'theirs', content: 'From Central Park to the harbour.' },
    { id: 'fernseher', title: 'Ein Fernseher', tenant_id: 'mine', language: 'de', content: 'Er ist alt.' },
  ]);
});

describe('a synonym', () => {
  it('is stored as it was sent, and returned by its id', async () => {
    const added = await add({ id: 'seats', equivalent: ['settee', 'davenport sofa'], language: 'no', tenant_id: 'x' });
    expectSuccess(added, 'synonym');
    expect(added.body).toMatchObject({
      ...{ id: 'seats', url: PATH, equivalent: ['settee', 'davenport sofa'], from: null, to: null },
      ...{ language: 'nb', tenant_id: 'x', created_at: expect.stringMatching(ISO_UTC) },
    });
    const { body } = await shared.client.get(`${PATH}/seats`);
    expect(body).toEqual({ ...added.body, url: `${PATH}/seats` });
    const deleted = await shared.client.delete(`${PATH}/seats`);
    expectSuccess(deleted, 'synonym');
    expect(deleted.body).toMatchObject({ id: 'seats', deleted: true });
    expectError(await shared.client.get(`${PATH}/seats`), 404, 'synonym_not_found');
    expectError(await shared.client.delete(`${PATH}/seats`), 404, 'synonym_not_found');
    expectError(await shared.client.get(`${PATH}/no%20id`), 404, 'synonym_not_found');
  });

  it('with an id that is taken is a conflict', async () => {
    await withSynonym({ id: 'taken', equivalent: ['a', 'b'] }, async () => {
      expectError(await add({ id: 'taken', equivalent: ['c', 'd'] }), 409, 'synonym_exists');
    });
  });

  it('is added once for one idempotency key', async () => {
    const key = { 'Idempotency-Key': 'synonym' };
    const first = await shared.client.post(PATH, { from: ['x1'], to: ['y1'] }, key);
    const second = await shared.client.post(PATH, { from: ['x1'], to: ['y1'] }, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    await shared.client.delete(`${PATH}/${first.body.id}`);
  });

  it.each([
    [{}, { equivalent: 'parameter_missing' }],
    [{ from: ['a'] }, { to: 'parameter_missing' }],
    [{ to: ['a'] }, { from: 'parameter_missing' }],
    [{ equivalent: ['a', 'b'], to: ['c'] }, { to: 'parameter_invalid' }],
    [{ equivalent: ['a'] }, { equivalent: 'too_few_items' }],
    [{ equivalent: ['New York', 'new  york ', 'ＮＥＷ York'] }, { equivalent: 'too_few_items' }],
    [{ from: ['tv', 'TV'], to: ['tv'] }, { to: 'parameter_invalid' }],
    [{ equivalent: Array(31).fill('a') }, { equivalent: 'too_many_items' }],
    [{ equivalent: ['a', 'x'.repeat(101)] }, { 'equivalent[1]': 'parameter_too_long' }],
    [{ equivalent: ['a', '!?', 5] }, { 'equivalent[1]': 'parameter_invalid', 'equivalent[2]': 'parameter_type' }],
    [
      { id: 'browse', language: 'xx', tenant_id: '', from: [''], to: [], weight: 1 },
      {
        ...{ id: 'parameter_invalid', language: 'parameter_invalid', tenant_id: 'parameter_too_short' },
        ...{ 'from[0]': 'parameter_too_short', to: 'too_few_items', weight: 'parameter_unknown' },
      },
    ],
  ])('is refused with every mistake named: %j', async (sent: Json, problems: Record<string, string>) => {
    expectProblems(await add(sent), problems);
  });
});

describe('updating a synonym', () => {
  const update = (id: string, changes: Json, client = shared.client) => client.post(`${PATH}/${id}`, changes);

  it('changes what is sent and keeps the rest; the next search heeds it', async () => {
    await withSynonym({ id: 'seat', equivalent: ['sofa', 'settee'], tenant_id: 'mine' }, async () => {
      const before = (await shared.client.get(`${PATH}/seat`)).body;
      expect(idsOf(await search('settee', {}, bound))).toEqual(['sofa']);
      const changed = await update('seat', { equivalent: ['settee', 'couch'], language: 'no' });
      expectSuccess(changed, 'synonym');
      expect(changed.body).toEqual({ ...before, equivalent: ['settee', 'couch'], language: 'nb' });
      expect((await shared.client.get(`${PATH}/seat`)).body).toEqual(changed.body);
      expect(idsOf(await search('settee'))).toEqual([]);
      await update('seat', { language: null, tenant_id: null });
      expect(idsOf(await search('settee'))).toEqual(['couch']);
      expect((await update('seat', {})).body).toEqual({ ...changed.body, language: null, tenant_id: null });
    });
  });

  it('turns one form into the other, and never into half of one', async () => {
    await withSynonym({ id: 'form', equivalent: ['a', 'b'] }, async () => {
      expectProblems(await update('form', { to: ['c'] }), { from: 'parameter_missing' });
      expectProblems(await update('form', { equivalent: ['a', 'b'], to: ['c'] }), { to: 'parameter_invalid' });
      const oneWay = await update('form', { from: ['c'], to: ['d'] });
      expect(oneWay.body).toMatchObject({ equivalent: null, from: ['c'], to: ['d'] });
      expect((await update('form', { to: ['e'] })).body).toMatchObject({ from: ['c'], to: ['e'] });
      expectProblems(await update('form', { to: ['C'] }), { to: 'parameter_invalid' });
      expectProblems(await update('form', { equivalent: ['f', 'F'] }), { equivalent: 'too_few_items' });
      const bothWays = await update('form', { equivalent: ['f', 'g'] });
      expect(bothWays.body).toMatchObject({ equivalent: ['f', 'g'], from: null, to: null });
    });
  });

  it('is done once for one idempotency key', async () => {
    await withSynonym({ id: 'once', equivalent: ['a', 'b'] }, async () => {
      const key = { 'Idempotency-Key': 'changed synonym' };
      const change = () => shared.client.post(`${PATH}/once`, { equivalent: ['a', 'c'] }, key);
      const first = await change();
      await update('once', { equivalent: ['a', 'd'] });
      const second = await change();
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect((await shared.client.get(`${PATH}/once`)).body.equivalent).toEqual(['a', 'd']);
    });
  });

  it('is refused with every mistake named, and where there is none', async () => {
    expectProblems(await update('nothing', { id: 'x', language: 'xx', from: null, to: [] }), {
      ...{ id: 'parameter_unknown', language: 'parameter_invalid', from: 'parameter_type', to: 'too_few_items' },
    });
    expectError(await update('nothing', {}), 404, 'synonym_not_found');
    expectError(await update('no%20id', {}), 404, 'synonym_not_found');
  });
});

describe('a search with synonyms', () => {
  it('finds equivalent words as well as the one that was asked for, and says so', async () => {
    expect(idsOf(await search('sofa'))).toEqual(['sofa']);
    await withSynonym({ id: 'seat', equivalent: ['sofa', 'couch'] }, async () => {
      for (const search_type of ['lexical', 'hybrid']) {
        const found = await search('Sofas', { search_type, ai_search_cutoff_score: 90 });
        expect(idsOf(found).sort()).toEqual(['couch', 'sofa']);
        expect(found.body.applied_synonyms).toEqual([{ id: 'seat', word: 'Sofas', as: ['couch'] }]);
        expect(found.body.data.find(({ id }) => id === 'couch')).toMatchObject({
          title: 'A **couch** for the hall',
          excerpt: expect.stringContaining('red **couch**'),
        });
        const levels = new Set(found.body.data.map(({ confidence_level }) => confidence_level));
        expect(levels.size).toBe(1);
      }
      expect((await search('rope')).body).not.toHaveProperty('applied_synonyms');
      const meaning = await search('sofa', { search_type: 'ai_semantic' });
      expect(meaning.body).not.toHaveProperty('applied_synonyms');
    });
    expect(idsOf(await search('sofa'))).toEqual(['sofa']);
  });

  it('replaces in one direction only, and words in a row as a whole', async () => {
    await withSynonym({ id: 'tv', from: ['tv', 'idiot box'], to: ['television'] }, async () => {
      expect(idsOf(await search('tv')).sort()).toEqual(['television', 'tv']);
      expect(idsOf(await search('television'))).toEqual(['television']);
      const box = await search('the idiot box');
      expect(idsOf(box)).toEqual(['television']);
      expect(box.body.applied_synonyms).toEqual([{ id: 'tv', word: 'idiot box', as: ['television'] }]);
      expect((await search('box idiot')).body).not.toHaveProperty('applied_synonyms');
    });
    await withSynonym({ equivalent: ['nyc', 'New York'] }, async () => {
      const found = await search('nyc');
      expect(found.body.data.map(({ title }) => title)).toEqual(['Walks in **New York**']);
    });
  });

  it('leaves quoted and excluded words as they are', async () => {
    await withSynonym({ equivalent: ['sofa', 'couch'] }, async () => {
      expect(idsOf(await search('"sofa"'))).toEqual(['sofa']);
      expect(idsOf(await search('hall -sofa'))).toEqual(['couch']);
    });
  });

  it('uses those of its language alone', async () => {
    await withSynonym({ language: 'de', from: ['glotze'], to: ['Fernseher'] }, async () => {
      expect(idsOf(await search('Glotze', { language: 'de' }))).toEqual(['fernseher']);
      await shared.client.addDocument({ id: 'glotze', title: 'Fernseher', tenant_id: 'mine' });
      expect(idsOf(await search('Glotze'))).toEqual([]);
      await shared.client.deleteDocument('glotze');
    });
  });

  it('uses them in suggestions and for passages', async () => {
    await withSynonym({ id: 'tv', from: ['tv'], to: ['television'] }, async () => {
      const suggested = await shared.client.suggest({ query: 'tv' });
      expect(idsOf(suggested).sort()).toEqual(['television', 'tv']);
      expect(suggested.body).toMatchObject({
        total_number_of_results: 2,
        applied_synonyms: [{ id: 'tv', word: 'tv', as: ['television'] }],
      });
      const { body } = await shared.client.retrieve({ query: 'history tv', ai_search_cutoff_score: 90 });
      expect(body.data.map(({ document_id }) => document_id)).toContain('television');
      expect(body.applied_synonyms).toEqual([{ id: 'tv', word: 'tv', as: ['television'] }]);
    });
    expect((await shared.client.suggest({ query: 'tv' })).body).not.toHaveProperty('applied_synonyms');
  });
});

describe('synonyms of tenants', () => {
  const ofTenant = (tenant_id: string) => ({ id: `of-${tenant_id}`, tenant_id, equivalent: ['sofa', 'couch'] });

  it('apply to searches within the tenant alone', async () => {
    await withSynonym(ofTenant('mine'), async () => {
      const count = async (request: Json, client?: Client) => idsOf(await search('sofa', request, client)).length;
      expect(await count({ tenant_id: ['mine'] })).toBe(2);
      expect(await count({}, bound)).toBe(2);
      expect(await count({})).toBe(1);
      expect(await count({ tenant_id: ['mine', 'theirs'] })).toBe(1);
    });
    await withSynonym(ofTenant('theirs'), async () => {
      expect(idsOf(await search('sofa', {}, bound))).toEqual(['sofa']);
    });
  });

  it('can be read and written by a key of the tenant, and nothing else', async () => {
    await add(ofTenant('theirs'));
    await add({ id: 'of-all', equivalent: ['chair', 'seat'] });
    expectError(await bound.get(`${PATH}/of-theirs`), 404, 'synonym_not_found');
    expectError(await bound.delete(`${PATH}/of-theirs`), 404, 'synonym_not_found');
    expectError(await add({ ...ofTenant('theirs'), tenant_id: 'mine' }, bound), 409, 'synonym_exists');
    expectError(await add({ ...ofTenant('theirs'), id: 'mine' }, bound), 403, 'tenant_not_allowed');
    expectError(await add({ equivalent: ['a', 'b'] }, bound), 403, 'tenant_not_allowed');
    expectSuccess(await bound.get(`${PATH}/of-all`), 'synonym');
    expectError(await bound.delete(`${PATH}/of-all`), 403, 'tenant_not_allowed');
    expectError(await bound.post(`${PATH}/of-theirs`, {}), 404, 'synonym_not_found');
    expectError(await bound.post(`${PATH}/of-all`, { tenant_id: 'mine' }), 403, 'tenant_not_allowed');
    expectSuccess(await add(ofTenant('mine'), bound), 'synonym');
    expectSuccess(await bound.post(`${PATH}/of-mine`, { equivalent: ['sofa', 'settee'] }), 'synonym');
    for (const tenant_id of ['theirs', null]) {
      expectError(await bound.post(`${PATH}/of-mine`, { tenant_id }), 403, 'tenant_not_allowed');
    }
    const browse = (client: Client, request: Json = {}) => client.post(`${PATH}/browse`, request);
    const ids = async (answer: Promise<Answer>) => idsOf(await answer).sort();
    expect(await ids(browse(bound))).toEqual(['of-all', 'of-mine']);
    expect(await ids(browse(bound, { tenant_id: ['mine'] }))).toEqual(['of-mine']);
    expectError(await browse(bound, { tenant_id: ['theirs'] }), 403, 'tenant_not_allowed');
    expect(await ids(browse(shared.client))).toEqual(['of-all', 'of-mine', 'of-theirs']);
    expectSuccess(await bound.delete(`${PATH}/of-mine`), 'synonym');
    for (const id of ['of-theirs', 'of-all']) await shared.client.delete(`${PATH}/${id}`);
  });

  it('are kept apart in live and test mode', async () => {
    const test = await shared.clientWith({ mode: 'test', scopes: 'read,admin' });
    await withSynonym({ id: 'live-only', equivalent: ['sofa', 'couch'] }, async () => {
      expectError(await test.get(`${PATH}/live-only`), 404, 'synonym_not_found');
      expect((await test.post(`${PATH}/browse`, {})).body).toMatchObject({ data: [], livemode: false });
    });
  });
});

describe('browsing synonyms', () => {
  it('lists them newest first, page by page', async () => {
    const ids = ['p1', 'p2', 'p3'];
    for (const id of ids) await add({ id, language: id === 'p2' ? 'fr' : undefined, equivalent: ['a', 'b'] });
    const browse = (request: Json) => shared.client.post(`${PATH}/browse`, request);
    const first = await browse({ limit: 2 });
    expectSuccess(first, 'browse_result');
    expect(first.body).toMatchObject({
      ...{ total_number_of_results: 3, has_more: true, next_page: 2, page: 1, limit: 2 },
      ...{ tenant_id: null, language: null },
    });
    const second = await browse({ limit: 2, page: 2 });
    expect(second.body).toMatchObject({ has_more: false, next_page: null });
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(ids);
    const times = [...first.body.data, ...second.body.data].map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(idsOf(await browse({ language: 'fr' }))).toEqual(['p2']);
    expectProblems(await browse({ limit: 0, sort: [] }), { limit: 'parameter_too_small', sort: 'parameter_unknown' });
    for (const id of ids) await shared.client.delete(`${PATH}/${id}`);
  });
});
