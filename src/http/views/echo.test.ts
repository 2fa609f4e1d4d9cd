import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problems } from '../../domain/errors/problem.js';
import { parseFacets } from '../../query-language/facet/parse-facets.js';
import { parseFilter } from '../../query-language/filter/parse-filter.js';
import { parseSort } from '../../query-language/sort/parse-sort.js';
import { echoAdvancedFacets, echoFilter, echoSort } from './echo.js';

const clause = fc.constantFrom<unknown>(
  { term: { 'metadata.topic': 'law' } },
  { terms: { created_at: ['2024-01-01', 'now-1d/d'] } },
  { range: { 'metadata.n': { gt: 1 } } },
  { exists: { field: 'title' } },
  { ids: { values: ['a'] } },
);

const { filter } = fc.letrec((tie) => ({
  filter: fc.record(
    {
      must: tie('entries'),
      must_not: tie('entries'),
      should: tie('entries'),
      minimum_should_match: fc.constantFrom<unknown>(null, 1, -1, '75%'),
    },
    { requiredKeys: [] },
  ),
  entries: fc.array(fc.oneof({ maxDepth: 1, withCrossShrink: true }, clause, fc.record({ bool: tie('filter') })), {
    maxLength: 3,
  }),
}));

function parse(sent: unknown) {
  const problems = new Problems();
  const parsed = parseFilter(sent, { path: 'filter', problems, now: 1_700_000_000_000 });
  expect(problems.list).toEqual([]);
  return parsed;
}

describe('echoFilter', () => {
  it('fills in all four keys, also in nested filters', () => {
    const sent = { must: [{ bool: { should: [{ term: { id: 'a' } }] } }] };
    expect(echoFilter(sent)).toEqual({
      must: [{ bool: { must: [], must_not: [], should: [{ term: { id: 'a' } }], minimum_should_match: null } }],
      must_not: [],
      should: [],
      minimum_should_match: null,
    });
  });

  it('shares nothing with what was sent', () => {
    const sent = { must: [{ terms: { id: ['a'] } }] };
    const echo = echoFilter(sent);
    sent.must[0].terms.id.push('b');
    expect(echo.must).toEqual([{ terms: { id: ['a'] } }]);
  });

  it('means the same as what was sent, and is its own echo', () => {
    fc.assert(
      fc.property(filter, (sent) => {
        const echo = echoFilter(sent);
        expect(parse(echo)).toEqual(parse(sent));
        expect(echoFilter(echo)).toEqual(echo);
      }),
    );
  });
});

describe('echoAdvancedFacets', () => {
  const parseBoth = (basic: unknown, advanced: unknown) => {
    const problems = new Problems();
    const facets = parseFacets({ facet: basic, facet_advanced: advanced }, { problems, now: 1_700_000_000_000 });
    return { facets, problems: problems.list };
  };
  const echo = (basic: unknown, advanced: unknown) =>
    echoAdvancedFacets({ facet: basic, facet_advanced: advanced }, parseBoth(basic, advanced).facets);

  it('is null when none were asked for', () => {
    expect(echo(['language'], undefined)).toBeNull();
    expect(echo(undefined, [])).toEqual([]);
  });

  it('fills in the defaults', () => {
    expect(echo(['language'], [{ field: 'metadata.a' }])).toEqual([
      {
        field: 'metadata.a',
        name: 'metadata.a',
        type: 'terms',
        size: 10,
        order_by: 'count',
        order: 'desc',
        min_count: 1,
        exclude_own_filter: false,
      },
    ]);
  });

  it('can be sent again and means the same', () => {
    const sent = [
      { field: 'metadata.a', prefix: 'x', order_by: 'value' },
      { field: 'metadata.b', type: 'range', ranges: [{ to: 1 }, { from: 1, to: 2 }] },
      { field: 'created_at', type: 'date_histogram', interval: 'day' },
      { field: 'metadata.c', type: 'stats' },
    ];
    const echoed = echo(undefined, sent);
    expect(parseBoth(undefined, echoed)).toEqual(parseBoth(undefined, sent));
    expect(echo(undefined, echoed)).toEqual(echoed);
  });
});

describe('echoSort', () => {
  it('is the long form, with missing only where it was sent', () => {
    const sent = [{ created_at: 'desc' }, { title: {} }, { 'metadata.n': { missing: '_last' } }];
    expect(echoSort(sent, parseSort(sent, { path: 'sort', problems: new Problems(), score: 'allowed' }))).toEqual([
      { created_at: { order: 'desc' } },
      { title: { order: 'asc' } },
      { 'metadata.n': { order: 'asc', missing: '_last' } },
    ]);
  });
});
