import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const multiSearch = (searches: unknown, client: Client = shared.client) =>
  client.post(`${VERSION}/multi-search`, { searches });

const LEXICAL = { query: 'tides', search_type: 'lexical' };
const SEARCHES: Json[] = [
  { query: 'tides', search_type: 'hybrid', facet: ['language'], sort: [{ _score: 'desc' }] },
  { ...LEXICAL, highlights: false, limit: 1 },
  { query: 'Why does the sea rise?', search_type: 'ai_semantic', ai_search_cutoff_score: 10 },
  { query: 'zeppelin', search_type: 'lexical' },
  { query: '"moon of the tides"', search_type: 'lexical' },
];

beforeAll(async () => {
  await shared.client.importDocuments([
    { id: 'tides', title: 'How tides work', tenant_id: 'a', content: 'The Moon pulls the oceans.' },
    { id: 'spring', title: 'Spring tides', tenant_id: 'b', content: 'Sun and Moon in one line.', metadata: { a: 1 } },
  ]);
});

describe('several searches in one request', () => {
  it('are answered as they are one by one, in their order', async () => {
    const single = await Promise.all(SEARCHES.map((search) => shared.client.search(search)));
    const answer = await multiSearch(SEARCHES);
    expectSuccess(answer, 'multi_search_result');
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'livemode', 'object', 'token_usage', 'url']);
    expect(answer.body.url).toBe(`${VERSION}/multi-search`);
    expect(answer.body.data).toEqual(single.map(({ body }) => body));
    // Byte for byte, the order of fields included.
    for (const { text } of single) expect(answer.text).toContain(text);
    const tokens = single.map(({ body }) => body.token_usage.semantic_tokens);
    expect(answer.body.token_usage.semantic_tokens).toBe(tokens.reduce((sum, one) => sum + one, 0));
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it('may be twenty, and not all run at once', async () => {
    const searches = Array.from({ length: 20 }, (_, i) => ({ ...LEXICAL, limit: i + 1 }));
    const { body } = await multiSearch(searches);
    expect(body.data.map((entry) => (entry as unknown as Json).limit)).toEqual(searches.map(({ limit }) => limit));
  });

  it('do not spoil each other', async () => {
    const wrong = { ...LEXICAL, limit: 0, colour: 'red', filter: { must: [{ term: { nothing: 1 } }] } };
    const alone = await shared.client.search(wrong);
    const answer = await multiSearch([LEXICAL, wrong, {}, LEXICAL]);
    expectSuccess(answer, 'multi_search_result');
    const entries = answer.body.data as unknown as { error?: Json; object?: string }[];
    expect(entries.map(({ object }) => object)).toEqual(['search_result', undefined, undefined, 'search_result']);
    const request_id = answer.headers.get('x-request-id');
    expect(entries[1]).toEqual({ error: { ...alone.body.error, request_id } });
    expect(entries[2].error).toMatchObject({ code: 'parameter_missing', param: 'query', request_id });
  });

  it('are refused one by one where a key may not see a tenant', async () => {
    const bound = await shared.clientWith({ tenants: 'a' });
    const { body } = await multiSearch([LEXICAL, { ...LEXICAL, tenant_id: ['b'] }], bound);
    const [own, foreign] = body.data as unknown as { data: Json[]; error: Json }[];
    expect(own.data.map(({ id }) => id)).toEqual(['tides']);
    expect(foreign.error).toMatchObject({ type: 'permission_error', code: 'tenant_not_allowed', param: 'tenant_id' });
  });

  it('search the documents of the key alone, live or test', async () => {
    const test = await shared.clientWith({ mode: 'test' });
    const { body } = await multiSearch([LEXICAL], test);
    expect(body).toMatchObject({ livemode: false, data: [{ livemode: false, total_number_of_results: 0 }] });
  });
});

describe('a request that is no list of searches', () => {
  it.each<[string, unknown, Record<string, string>]>([
    ['none', [], { searches: 'too_few_items' }],
    ['more than twenty', Array.from({ length: 21 }, () => LEXICAL), { searches: 'too_many_items' }],
    ['no list', LEXICAL, { searches: 'parameter_type' }],
    ['null', null, { searches: 'parameter_type' }],
    [
      'entries that are no objects',
      [LEXICAL, 'tides', [LEXICAL], null],
      { 'searches[1]': 'parameter_type', 'searches[2]': 'parameter_type', 'searches[3]': 'parameter_type' },
    ],
  ])('is refused as a whole: %s', async (_, searches, problems) => {
    expectProblems(await multiSearch(searches), problems);
  });

  it('is refused if it has no searches, or anything else', async () => {
    expectProblems(await shared.client.post(`${VERSION}/multi-search`, {}), { searches: 'parameter_missing' });
    const limit = { searches: [LEXICAL], limit: 5 };
    expectProblems(await shared.client.post(`${VERSION}/multi-search`, limit), { limit: 'parameter_unknown' });
    expect((await shared.client.post(`${VERSION}/multi-search`, [LEXICAL])).status).toBe(400);
  });
});

describe('the rate limit', () => {
  it('counts each search as a request', async () => {
    const limited = await shared.clientWith({ 'rate-limit': '5' });
    const first = await multiSearch([LEXICAL, LEXICAL, LEXICAL], limited);
    expect([first.status, first.headers.get('ratelimit-remaining')]).toEqual([200, '2']);
    const second = await multiSearch([LEXICAL, LEXICAL, LEXICAL], limited);
    expectError(second, 429, 'rate_limit_exceeded');
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    // What was refused used up one request, not three.
    expect((await multiSearch([LEXICAL], limited)).status).toBe(200);
    expect((await multiSearch([LEXICAL], limited)).status).toBe(429);
  });
});
