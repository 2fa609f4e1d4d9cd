import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Json } from './harness/client.js';
import { expectSuccess, idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();

beforeAll(async () => {
  const crowd = Array.from({ length: 250 }, (_, i) => ({
    ...{ id: `doc-${String(i).padStart(3, '0')}`, title: `T${i % 5}`, tenant_id: 'crowd' },
    created_at: new Date(Date.UTC(2024, 0, 1 + (i % 50))).toISOString(),
    metadata: { n: i % 7 },
  }));
  const few = [
    { id: 'a', title: 'b', metadata: { n: 2, mixed: 'x', s: 'Ä' } },
    { id: 'b', title: 'a', metadata: { n: 10, mixed: 5, s: 'a', several: [3, 9] } },
    { id: 'c', title: 'B', metadata: { mixed: true, s: 'b', several: [1, 8] } },
    { id: 'd', title: 'a', metadata: { n: -1 }, source_uri: 'z' },
  ].map((document, i) => ({ tenant_id: 'few', created_at: `2024-01-0${i + 1}`, ...document }));
  await shared.client.importDocuments([...crowd, ...few]);
});

const LISTS: [string, (request: Json) => Promise<Answer>][] = [
  ['browse', (request) => shared.client.browse(request)],
  ['filter', (request) => shared.client.filter({ filter: {}, ...request })],
];

describe.each(LISTS)('paging in %s', (_, list) => {
  it.each([1, 7, 50, 100])('by %i gives every document once, in order', async (limit) => {
    const seen: string[] = [];
    let next: number | null = limit === 1 ? 249 : 1;
    while (next !== null) {
      const { body }: Answer = await list({ tenant_id: ['crowd'], limit, page: next, sort: [{ id: 'asc' }] });
      expect(body).toMatchObject({ total_number_of_results: 250, page: next, limit });
      expect(body.has_more).toBe(body.next_page !== null);
      seen.push(...body.data.map(({ id }) => id));
      next = body.next_page;
    }
    const all = Array.from({ length: 250 }, (_, i) => `doc-${String(i).padStart(3, '0')}`);
    expect(seen).toEqual(limit === 1 ? all.slice(248) : all);
  });

  it('ends ties at the id, whatever the order', async () => {
    for (const order of ['asc', 'desc']) {
      const { body } = await list({ tenant_id: ['crowd'], limit: 100, sort: [{ created_at: { order } }] });
      const pairs = body.data.map(({ created_at, id }) => [created_at, id]);
      const sorted = [...pairs].sort(([a, x], [b, y]) => {
        const byDate = a < b ? -1 : a > b ? 1 : 0;
        return (order === 'asc' ? byDate : -byDate) || (x < y ? -1 : 1);
      });
      expect(pairs).toEqual(sorted);
    }
  });

  it('has an end where there is nothing more', async () => {
    const { body } = await list({ tenant_id: ['crowd'], limit: 100, page: 4 });
    expect(body).toMatchObject({ data: [], has_more: false, next_page: null, total_number_of_results: 250 });
  });

  it('takes the largest page that can be written', async () => {
    const answer = await list({ page: Number.MAX_SAFE_INTEGER, limit: 100 });
    expectSuccess(answer, answer.body.object);
    expect(answer.body.data).toEqual([]);
  });
});

describe('sorting', () => {
  const sorted = (sort: Json[]) => shared.client.browse({ tenant_id: ['few'], sort });

  it.each<[string, Json[], string, unknown[]]>([
    ['numbers', [{ 'metadata.n': 'asc' }], 'dabc', [[-1], [2], [10], [null]]],
    ['numbers downwards, missing last', [{ 'metadata.n': 'desc' }], 'badc', [[10], [2], [-1], [null]]],
    ['missing first', [{ 'metadata.n': { missing: '_first' } }], 'cdab', [[null], [-1], [2], [10]]],
    [
      'missing first, downwards',
      [{ 'metadata.n': { order: 'desc', missing: '_first' } }],
      'cbad',
      [[null], [10], [2], [-1]],
    ],
    [
      'several keys',
      [{ title: 'asc' }, { id: 'desc' }],
      'cdba',
      [
        ['B', 'c'],
        ['a', 'd'],
        ['a', 'b'],
        ['b', 'a'],
      ],
    ],
    ['a field that most lack', [{ source_uri: 'asc' }], 'dabc', [['z'], [null], [null], [null]]],
    ['a path that nobody has', [{ 'metadata.x.y': 'desc' }], 'abcd', [[null], [null], [null], [null]]],
    ['dates', [{ created_at: 'asc' }], 'abcd', ['01', '02', '03', '04'].map((day) => [`2024-01-${day}T00:00:00.000Z`])],
    ['the smallest of several values', [{ 'metadata.several': 'asc' }], 'cbad', [[1], [3], [null], [null]]],
    ['the largest of several values, downwards', [{ 'metadata.several': 'desc' }], 'bcad', [[9], [8], [null], [null]]],
  ])('by %s', async (_, sort, order, values) => {
    const answer = await sorted(sort);
    expect(idsOf(answer).join('')).toBe(order);
    expect(answer.body.data.map(({ sort_value }) => sort_value)).toEqual(values);
  });

  it('by values of mixed types keeps each type together', async () => {
    const up = await sorted([{ 'metadata.mixed': 'asc' }]);
    const down = await sorted([{ 'metadata.mixed': 'desc' }]);
    expect(idsOf(up).at(-1)).toBe('d');
    expect(idsOf(down).slice(0, 3)).toEqual(idsOf(up).slice(0, 3).reverse());
  });

  it('has no sort_value when no sort was sent, nor with an empty list', async () => {
    for (const sort of [undefined, []]) {
      const { body } = await shared.client.browse({ tenant_id: ['few'], sort });
      expect(body.data.map(({ id }) => id).join('')).toBe('dcba');
      expect(body.data.every(({ sort_value }) => sort_value === null)).toBe(true);
      expect(body.sort).toEqual([{ created_at: { order: 'desc' } }]);
    }
  });
});
