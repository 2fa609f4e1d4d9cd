import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problems } from '../domain/errors/problem.js';
import { echoFilter } from './filter-echo.js';
import { parseFilter } from './filter-parser.js';

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
