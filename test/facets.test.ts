import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

beforeAll(async () => {
  const topics = ['law', 'law', 'law', 'art', 'art', 'zoo'];
  const documents = topics.map((topic, i) => ({
    ...{ id: `d${i}`, title: `T${i}`, tenant_id: 't', language: i < 4 ? 'en' : 'de' },
    created_at: `2024-0${i + 1}-15T10:00:00Z`,
    metadata: { topic, pages: i * 10, tags: ['all', `tag${i}`], day: `2024-01-0${i + 1}` },
  }));
  const many = Array.from({ length: 12 }, (_, i) => ({ title: 'M', tenant_id: 'many', metadata: { n: `v${i % 12}` } }));
  await shared.client.importDocuments([...documents, { id: 'bare', title: 'B', tenant_id: 't' }, ...many]);
});

async function facets(request: Json) {
  const answer = await shared.client.filter({ filter: {}, tenant_id: ['t'], limit: 1, ...request });
  expectSuccess(answer, 'filter_result');
  return answer.body.facet_result ?? {};
}

const advanced = async (facet: Json) =>
  Object.values(await facets({ facet_advanced: [{ field: 'metadata.topic', ...facet }] }))[0];

describe('basic facets', () => {
  it('count all matches, not the page', async () => {
    expect(await facets({ facet: ['metadata.topic', 'language'] })).toEqual({
      'metadata.topic': {
        type: 'terms',
        values: [
          { value: 'law', count: 3 },
          { value: 'art', count: 2 },
          { value: 'zoo', count: 1 },
        ],
        other_count: 0,
        missing_count: 1,
      },
      language: {
        type: 'terms',
        values: [
          { value: 'en', count: 5 },
          { value: 'de', count: 2 },
        ],
        other_count: 0,
        missing_count: 0,
      },
    });
  });

  it('show the ten commonest values, ties by value, and count the others', async () => {
    const found = (await facets({ facet: ['metadata.n'], tenant_id: ['many'] }))['metadata.n'];
    expect(found.values).toHaveLength(10);
    expect(found.values.map(({ value }) => value)).toEqual([
      'v0',
      'v1',
      'v10',
      'v11',
      'v2',
      'v3',
      'v4',
      'v5',
      'v6',
      'v7',
    ]);
    expect(found.other_count).toBe(2);
  });

  it('are there, and empty, where nothing matches', async () => {
    expect(await facets({ facet: ['metadata.topic'], tenant_id: ['nobody'] })).toEqual({
      'metadata.topic': { type: 'terms', values: [], other_count: 0, missing_count: 0 },
    });
  });

  it('keep the type of values', async () => {
    const { 'metadata.pages': pages } = await facets({ facet: ['metadata.pages'] });
    expect(pages.values.map(({ value }) => value)).toEqual([0, 10, 20, 30, 40, 50]);
  });
});

describe('advanced facets', () => {
  it('are terms under the name of their field by default, and are echoed with every setting', async () => {
    const answer = await shared.client.filter({ filter: {}, facet_advanced: [{ field: 'language' }] });
    expect(Object.keys(answer.body.facet_result ?? {})).toEqual(['language']);
    const defaults = { size: 10, order_by: 'count', order: 'desc', min_count: 1, exclude_own_filter: false };
    expect(answer.body.facet_advanced).toEqual([{ field: 'language', name: 'language', type: 'terms', ...defaults }]);
    expect(answer.body.facet).toBeNull();
  });

  it.each<[string, Json, unknown[]]>([
    ['size', { size: 1 }, ['law']],
    ['order by value', { order_by: 'value', order: 'asc' }, ['art', 'law', 'zoo']],
    ['order by value downwards', { order_by: 'value', order: 'desc' }, ['zoo', 'law', 'art']],
    ['count upwards', { order: 'asc' }, ['zoo', 'art', 'law']],
    ['min_count', { min_count: 2 }, ['law', 'art']],
    ['prefix', { prefix: 'l' }, ['law']],
  ])('terms follow %s', async (_, settings, values) => {
    expect((await advanced(settings)).values.map(({ value }) => value)).toEqual(values);
  });

  it('exclude their own filter for disjunctive navigation', async () => {
    const filter = { must: [{ term: { 'metadata.topic': 'law' } }, { term: { language: 'en' } }] };
    const field = 'metadata.topic';
    const found = await facets({
      filter,
      facet: [field],
      facet_advanced: [{ field, name: 'all', exclude_own_filter: true }],
    });
    expect(found[field].values).toEqual([{ value: 'law', count: 3 }]);
    expect(found.all.values).toEqual([
      { value: 'law', count: 3 },
      { value: 'art', count: 1 },
    ]);
  });

  it('count ranges in the order asked, from inclusive, to exclusive', async () => {
    const ranges = [{ from: 20 }, { key: 'few', to: 20 }, { from: 10, to: 20 }];
    const found = await advanced({ field: 'metadata.pages', type: 'range', ranges });
    expect(found).toMatchObject({ type: 'range', missing_count: 1 });
    expect(found.values).toEqual([
      { key: expect.any(String), from: 20, to: null, count: 4 },
      { key: 'few', from: null, to: 20, count: 2 },
      { key: expect.any(String), from: 10, to: 20, count: 1 },
    ]);
  });

  it('count ranges of dates', async () => {
    const ranges = [{ key: 'q1', from: '2024-01-01', to: '2024-04-01' }];
    const { values } = await advanced({ field: 'created_at', type: 'range', ranges });
    expect(values).toMatchObject([{ key: 'q1', count: 3 }]);
  });

  it('make histograms without empty buckets', async () => {
    const { values, missing_count } = await advanced({ field: 'metadata.pages', type: 'histogram', interval: 25 });
    expect({ values, missing_count }).toEqual({
      values: [
        { value: 0, count: 3 },
        { value: 25, count: 2 },
        { value: 50, count: 1 },
      ],
      missing_count: 1,
    });
  });

  it.each([
    ['day', 6],
    ['week', 1],
    ['month', 1],
    ['quarter', 1],
    ['year', 1],
    ['hour', 6],
    ['minute', 6],
  ])('make histograms of dates by %s', async (interval, buckets) => {
    const { values } = await advanced({ field: 'metadata.day', type: 'date_histogram', interval });
    expect(values).toHaveLength(buckets);
    expect(Date.parse(String(values[0].value))).toBe(Date.UTC(2024, 0, 1));
  });

  it('give statistics', async () => {
    expect(await advanced({ field: 'metadata.pages', type: 'stats' })).toEqual({
      ...{ type: 'stats', count: 6, min: 0, max: 50, avg: 25, sum: 150, missing_count: 1 },
    });
    const none = await advanced({ field: 'metadata.nothing', type: 'stats' });
    expect(none).toEqual({
      type: 'stats',
      count: 0,
      min: null,
      max: null,
      avg: null,
      sum: expect.anything(),
      missing_count: 7,
    });
  });

  it('tell no number that JSON does not have', async () => {
    const huge = [1.7e308, 1.7e308, -1.7e308].map((n, i) => ({
      title: 'H',
      tenant_id: `huge${i >> 1}`,
      metadata: { n },
    }));
    await shared.client.importDocuments(huge);
    const of = (tenant: string, facet: Json) =>
      facets({ tenant_id: [tenant], facet_advanced: [{ field: 'metadata.n', name: 'f', ...facet }] });
    const { f: stats } = await of('huge0', { type: 'stats' });
    expect(stats).toMatchObject({ count: 2, min: 1.7e308, max: 1.7e308, sum: null });
    const { f: histogram } = await of('huge1', { type: 'histogram', interval: 1e308 });
    expect(histogram.values).toEqual([{ value: -Number.MAX_VALUE, count: 1 }]);
  });
});

const topic = { field: 'metadata.topic' };
const REFUSED: [string, Json, string, string?][] = [
  ['a field that there is not', { facet: ['language', 'author'] }, 'facet[1]'],
  ['content', { facet: ['content'] }, 'facet[0]'],
  ['a number', { facet: [1] }, 'facet[0]'],
  ['the same field twice', { facet: ['language', 'language'] }, 'facet[1]'],
  ['a text instead of a list', { facet: 'language' }, 'facet', 'parameter_type'],
  ['null instead of a list', { facet: null }, 'facet', 'parameter_type'],
  ['no field', { facet_advanced: [{}] }, 'facet_advanced[0].field'],
  ['an unknown type', { facet_advanced: [{ ...topic, type: 'term' }] }, 'facet_advanced[0].type'],
  ['an unknown setting', { facet_advanced: [{ ...topic, sizes: 5 }] }, 'facet_advanced[0].sizes'],
  ['a setting of another type', { facet_advanced: [{ ...topic, interval: 5 }] }, 'facet_advanced[0].interval'],
  ['a size of 0', { facet_advanced: [{ ...topic, size: 0 }] }, 'facet_advanced[0].size'],
  ['a size of 1001', { facet_advanced: [{ ...topic, size: 1001 }] }, 'facet_advanced[0].size'],
  ['an empty name', { facet_advanced: [{ ...topic, name: '' }] }, 'facet_advanced[0].name'],
  [
    'a name that is taken',
    { facet: ['language'], facet_advanced: [{ ...topic, name: 'language' }] },
    'facet_advanced[0]',
  ],
  ['an unknown order', { facet_advanced: [{ ...topic, order: 'up' }] }, 'facet_advanced[0].order'],
  ['an unknown order_by', { facet_advanced: [{ ...topic, order_by: 'key' }] }, 'facet_advanced[0].order_by'],
  ['no ranges', { facet_advanced: [{ ...topic, type: 'range' }] }, 'facet_advanced[0].ranges'],
  [
    'a range without bounds',
    { facet_advanced: [{ ...topic, type: 'range', ranges: [{}] }] },
    'facet_advanced[0].ranges[0]',
  ],
  [
    'an interval of 0',
    { facet_advanced: [{ ...topic, type: 'histogram', interval: 0 }] },
    'facet_advanced[0].interval',
  ],
  [
    'an unknown interval',
    { facet_advanced: [{ field: 'created_at', type: 'date_histogram', interval: 'decade' }] },
    'facet_advanced[0].interval',
  ],
  ['statistics of text', { facet_advanced: [{ field: 'title', type: 'stats' }] }, 'facet_advanced[0].field'],
];

describe('facets with', () => {
  it.each(REFUSED)('%s are refused', async (_, sent, param, code = 'facet_invalid') => {
    expectProblems(await shared.client.filter({ filter: {}, ...sent }), { [param]: code });
  });
});
