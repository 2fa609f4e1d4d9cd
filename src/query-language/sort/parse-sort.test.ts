import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Problem, Problems } from '../../domain/errors/problem.js';
import type { SortKey } from '../../domain/filter/filter.js';
import { parseSort } from './parse-sort.js';

function parse(sent: unknown, score: 'allowed' | 'refused' = 'allowed'): { keys: SortKey[]; problems: Problem[] } {
  const problems = new Problems();
  return { keys: parseSort(sent, { path: 'sort', problems, score }), problems: problems.list };
}

describe('parseSort', () => {
  it('reads the long and the short form', () => {
    expect(parse([{ created_at: { order: 'desc', missing: '_first' } }, { 'metadata.a.b': 'desc' }]).keys).toEqual([
      { field: 'created_at', order: 'desc', missing: '_first' },
      { field: 'metadata.a.b', order: 'desc', missing: '_last' },
    ]);
  });

  it('counts upwards by default, scores downwards', () => {
    expect(parse([{ title: {} }, { _score: {} }]).keys.map((key) => key.order)).toEqual(['asc', 'desc']);
  });

  it('takes an empty list for the default order', () => {
    expect(parse([])).toEqual({ keys: [], problems: [] });
  });

  it.each([null, {}, 'created_at', 3])('refuses %j as a parameter', (sent) => {
    expect(parse(sent).problems).toMatchObject([{ param: 'sort', code: 'parameter_type' }]);
  });

  it('takes at most five keys', () => {
    expect(parse(Array.from({ length: 5 }, () => ({ id: 'asc' }))).problems).toEqual([]);
    expect(parse(Array.from({ length: 6 }, () => ({ id: 'asc' }))).problems).toMatchObject([
      { param: 'sort', code: 'too_many_items' },
    ]);
  });

  it.each([
    ['created_at', 'sort[0]', '{"created_at": {"order": "asc"}}'],
    [{}, 'sort[0]', 'exactly one field'],
    [{ id: 'asc', title: 'asc' }, 'sort[0]', '2 fields'],
    [{ id: null }, 'sort[0].id', 'found null'],
    [{ id: 'ASC' }, 'sort[0].id', 'Did you mean "asc"?'],
    [{ created_at: { order: 'up' } }, 'sort[0].created_at.order', '"asc" or "desc"'],
    [{ created_at: { order: null } }, 'sort[0].created_at.order', 'found null'],
    [{ created_at: { missing: 'last' } }, 'sort[0].created_at.missing', 'Did you mean "_last"?'],
    [{ created_at: { ordr: 'asc' } }, 'sort[0].created_at.ordr', 'Did you mean "order"?'],
    [{ createdat: 'asc' }, 'sort[0].createdat', 'Did you mean "created_at"?'],
    [{ score: 'asc' }, 'sort[0].score', 'Did you mean "_score"?'],
    [{ content: 'asc' }, 'sort[0].content', 'cannot be sorted by'],
    [JSON.parse('{"__proto__": "asc"}'), 'sort[0].__proto__', 'not a field'],
  ])('refuses %j at its path', (entry, param, hint) => {
    const { problems } = parse([entry]);
    expect(problems).toMatchObject([{ param, code: 'sort_invalid' }]);
    expect(problems[0].message).toContain(hint);
  });

  it('refuses _score where nothing is scored', () => {
    expect(parse([{ _score: 'desc' }], 'refused').problems).toMatchObject([{ param: 'sort[0]._score' }]);
    expect(parse([{ _score: 'desc' }]).problems).toEqual([]);
  });

  it('reports everything that is wrong at once', () => {
    expect(parse([{ id: { order: 'x', missing: 'y', z: 1 } }, 'a']).problems).toHaveLength(4);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        expect(parse([sent]).keys.length).toBeLessThan(2);
      }),
    );
  });
});
