import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC } from './harness/expectations.js';
import { type Service, startService } from './harness/service.js';
import { useService } from './harness/service-under-test.js';

interface LoggedQuery {
  query: string;
  count: number;
  last_number_of_results: number;
  mean_number_of_results: number;
  mean_latency_ms: number;
  last_seen_at: string;
}

const shared = useService();
const browse = (client: Client, request: Json = {}) => client.post(`${VERSION}/query-log/browse`, request);

async function queriesOf(client: Client, request: Json = {}): Promise<LoggedQuery[]> {
  const answer = await browse(client, { limit: 100, ...request });
  expectSuccess(answer, 'query_log_result');
  return answer.body.data as unknown as LoggedQuery[];
}

async function countsOf(client: Client, request: Json = {}): Promise<Record<string, number>> {
  return Object.fromEntries((await queriesOf(client, request)).map(({ query, count }) => [query, count]));
}

const search = (client: Client, query: string, more: Json = {}) =>
  client.search({ query, search_type: 'lexical', ...more });

const started = Date.now();

/** Of the test mode, for tests that look at the whole log. */
let apart: Client;

beforeAll(async () => {
  apart = await shared.clientWith({ mode: 'test' });
  for (const client of [shared.client, apart]) {
    await client.importDocuments([
      { id: 'a', title: 'How tides work', tenant_id: 'a' },
      { id: 'b', title: 'Spring tides', tenant_id: 'b' },
    ]);
  }
});

describe('the query log', () => {
  it('counts searches by query, whatever their case, white space and kind', async () => {
    const before = Date.now();
    await search(apart, 'Tides');
    await search(apart, '  tIDES\n', { search_type: 'hybrid', tenant_id: ['a'] });
    await search(apart, 'spring\t  TIDES', { fuzzy_search: false });
    await search(apart, 'zeppelin');
    await apart.post(`${VERSION}/multi-search`, {
      searches: [{ query: 'TIDES', search_type: 'lexical' }, { query: 'wrong' }],
    });
    const answer = await browse(apart);
    expectSuccess(answer, 'query_log_result');
    const data = answer.body.data as unknown as LoggedQuery[];
    expect(data.map(({ query, count }) => [query, count])).toEqual([
      ['tides', 3],
      ['spring tides', 1],
      ['zeppelin', 1],
    ]);
    expect(data[0]).toMatchObject({ last_number_of_results: 2, mean_number_of_results: 1.67 });
    for (const { mean_latency_ms, last_seen_at } of data) {
      expect(mean_latency_ms).toBeGreaterThan(0);
      expect(last_seen_at).toMatch(ISO_UTC);
      expect(Date.parse(last_seen_at)).toBeGreaterThanOrEqual(before);
    }
    expect(answer.body).toMatchObject({ from: null, to: null, only: 'all', tenant_id: null, livemode: false });
    expect(answer.body).toMatchObject({ order_by: 'count', logging: true });
    expect(answer.body).toMatchObject({ total_number_of_results: 3, page: 1, limit: 10, has_more: false });
  });

  it('lists the latest or the slowest first, if asked to', async () => {
    for (const query of ['zeppelin', 'spring tides', 'tides']) {
      await search(apart, query);
      // A clock of milliseconds tells them apart.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const latest = await queriesOf(apart, { order_by: 'last_seen_at' });
    expect(latest.map(({ query }) => query)).toEqual(['tides', 'spring tides', 'zeppelin']);
    const slowest = (await queriesOf(apart, { order_by: 'mean_latency_ms' })).map((one) => one.mean_latency_ms);
    expect(slowest).toEqual([...slowest].sort((one, other) => other - one));
  });

  it('does not count further pages, refused searches, what is typed, and what asks for it', async () => {
    const before = await countsOf(apart);
    await search(apart, 'paged', { page: 2 });
    await search(apart, 'refused', { limit: 0 });
    await apart.suggest({ query: 'typed' });
    await apart.retrieve({ query: 'retrieved' });
    const body = { query: 'kept out', search_type: 'lexical' };
    await apart.post(`${VERSION}/search`, body, { 'X-Query-Log': 'off' });
    await apart.post(`${VERSION}/multi-search`, { searches: [body] }, { 'X-Query-Log': 'off' });
    expect(await countsOf(apart)).toEqual(before);
  });

  it('lists searches without results apart', async () => {
    await search(apart, 'tides', { filter: { must: [{ ids: { values: ['missing'] } }] } });
    expect(await countsOf(apart, { only: 'without_results' })).toEqual({ tides: 1, zeppelin: 2 });
    expect((await countsOf(apart)).tides).toBe(5);
  });

  it('has pages that don’t depend on their size', async () => {
    const all = await queriesOf(apart);
    for (const limit of [1, 2]) {
      const paged: LoggedQuery[] = [];
      for (let page: number | null = 1; page !== null; ) {
        const { body } = await browse(apart, { limit, page });
        expect(body.total_number_of_results).toBe(all.length);
        paged.push(...(body.data as unknown as LoggedQuery[]));
        page = body.next_page;
      }
      expect(paged).toEqual(all);
    }
    expect((await browse(apart, { page: 1000 })).body).toMatchObject({ data: [], has_more: false, next_page: null });
  });

  it('is kept by day', async () => {
    const first = new Date(started).toISOString();
    const before = new Date(started - 24 * 60 * 60 * 1000).toISOString();
    const all = await countsOf(apart);
    expect(await countsOf(apart, { from: first, to: new Date().toISOString().slice(0, 10) })).toEqual(all);
    expect(await countsOf(apart, { from: before })).toEqual(all);
    expect(await countsOf(apart, { to: before })).toEqual({});
    const { body } = await browse(apart, { from: '2024-11-04T10:00:00+12:00', to: '2024-11-05' });
    expect(body).toMatchObject({ from: '2024-11-03', to: '2024-11-05', data: [] });
  });

  it('is not mixed between live and test', async () => {
    await search(shared.client, 'only live');
    expect(await countsOf(apart)).not.toHaveProperty('only live');
    expect((await countsOf(shared.client))['only live']).toBe(1);
  });

  it('cuts long queries, and takes any text', async () => {
    const odd = ['\u0000 null', '"__proto__"', 'é'.repeat(1000), '😀'.repeat(500), 'İSTANBUL'];
    for (const query of odd) await search(apart, query);
    const queries = (await queriesOf(apart)).map(({ query }) => query);
    expect(queries).toEqual(expect.arrayContaining(['\u0000 null', '"__proto__"', `${'é'.repeat(256)}…`]));
    expect(queries.every((query) => query.length <= 257)).toBe(true);
  });
});

describe('a key bound to tenants', () => {
  it('sees only searches that were made within its tenants', async () => {
    const { client } = shared;
    const [a, b, both] = [
      await shared.clientWith({ tenants: 'a' }),
      await shared.clientWith({ tenants: 'b' }),
      await shared.clientWith({ tenants: 'a,b' }),
    ];
    await search(a, 'by key a');
    await search(b, 'by key b');
    await search(both, 'by both');
    await search(both, 'narrowed to a', { tenant_id: ['a'] });
    await search(client, 'by all, in b', { tenant_id: ['b'] });
    await search(client, 'by all, in b and a', { tenant_id: ['b', 'a', 'b'] });
    await search(client, 'by all');
    const seen = async (who: Client, request: Json = {}) =>
      Object.keys(await countsOf(who, request))
        .filter((query) => /^(?:by|narrowed)/.test(query))
        .sort();
    expect(await seen(a)).toEqual(['by key a', 'narrowed to a']);
    expect(await seen(b)).toEqual(['by all, in b', 'by key b']);
    const inBoth = ['by all, in b', 'by all, in b and a', 'by both', 'by key a', 'by key b', 'narrowed to a'];
    expect(await seen(both)).toEqual(inBoth);
    expect(await seen(both, { tenant_id: ['a'] })).toEqual(['by key a', 'narrowed to a']);
    expect(await seen(client)).toEqual(['by all', ...inBoth]);
    expect(await seen(client, { tenant_id: ['a', 'b'] })).toEqual(inBoth);
    expect(await seen(client, { tenant_id: ['a'] })).toEqual(['by key a', 'narrowed to a']);
    expectError(await browse(a, { tenant_id: ['b'] }), 403, 'tenant_not_allowed');
  });

  it('sees its own part of what others search for too', async () => {
    const a = await shared.clientWith({ tenants: 'a' });
    await search(a, 'shared words');
    for (let i = 0; i < 3; i++) await search(shared.client, 'shared words');
    expect((await countsOf(a))['shared words']).toBe(1);
    expect((await countsOf(shared.client))['shared words']).toBe(4);
  });
});

describe('a request for the query log', () => {
  it('is refused with all that is wrong', async () => {
    const wrong = { from: 'yesterday', to: 5, only: 'some', limit: 0, page: 0, tenant_id: [], language: 'en' };
    expectProblems(await browse(shared.client, wrong), {
      from: 'parameter_invalid',
      to: 'parameter_type',
      only: 'parameter_invalid',
      tenant_id: 'too_few_items',
      limit: 'parameter_too_small',
      page: 'parameter_too_small',
      language: 'parameter_unknown',
    });
    const turned = await browse(shared.client, { from: '2024-11-04', to: '2024-11-03' });
    expectProblems(turned, { to: 'parameter_invalid' });
  });
});

describe('a service that is started again', () => {
  it('has the log of the time before, and removes it where logging is off', async () => {
    let service: Service = await startService();
    const { folder } = service;
    await search(service.client, 'kept');
    await service.stop();
    service = await startService({ folder });
    expect(await countsOf(service.client)).toEqual({ kept: 1 });
    await search(service.client, 'kept');
    await service.stop();
    service = await startService({ folder, environment: { SEXTANT_QUERY_LOG: 'off' } });
    await search(service.client, 'not noted');
    expect((await browse(service.client)).body).toMatchObject({ data: [], logging: false });
    await service.dispose();
  });
});
