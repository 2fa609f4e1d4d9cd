import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Problem, Problems } from '../../domain/errors/problem.js';
import type { Clause, Filter } from '../../domain/filter/filter.js';
import { minimumShouldMatch, parseFilter } from './parse-filter.js';

const NOW = Date.parse('2024-03-15T13:45:30.250Z');
const DAY = 86_400_000;

function parse(sent: unknown): { filter: Filter; problems: Problem[] } {
  const problems = new Problems();
  const filter = parseFilter(sent, { path: 'filter', problems, now: NOW });
  return { filter, problems: problems.list };
}

/** What one clause becomes. */
function clause(sent: unknown): Clause {
  const { filter, problems } = parse({ must: [sent] });
  expect(problems).toEqual([]);
  return filter.must[0];
}

/** Where and why one clause is refused. */
function refusal(sent: unknown): Problem {
  const { problems } = parse({ must: [sent] });
  expect(problems).toHaveLength(1);
  expect(problems[0].code).toBe('filter_invalid');
  return problems[0];
}

describe('the filter object', () => {
  it('matches everything when empty', () => {
    expect(parse({}).filter).toEqual({ must: [], mustNot: [], should: [], minimumShouldMatch: 0 });
  });

  it.each([null, [], 'x', 1, true])('is refused as a parameter when it is %j', (sent) => {
    expect(parse(sent).problems).toMatchObject([{ param: 'filter', code: 'parameter_type' }]);
  });

  it('refuses null lists, single clauses and unknown keys, all at once', () => {
    const { problems } = parse({ must: null, should: { term: { id: 'a' } }, mustt: [], term: { id: 'a' } });
    expect(problems.map((problem) => problem.param)).toEqual([
      'filter.mustt',
      'filter.term',
      'filter.must',
      'filter.should',
    ]);
    expect(problems[0].message).toContain('Did you mean "must"?');
    expect(problems[1].message).toContain('{"must": [{"term": …}]}');
    expect(problems[3].message).toContain('Put the clause into an array');
  });

  it('requires one of should when there is no must, none otherwise', () => {
    const should = [{ term: { id: 'a' } }, { term: { id: 'b' } }];
    expect(parse({ should }).filter.minimumShouldMatch).toBe(1);
    expect(parse({ should, must: [] }).filter.minimumShouldMatch).toBe(1);
    expect(parse({ should, must: [{ term: { id: 'c' } }] }).filter.minimumShouldMatch).toBe(0);
    expect(parse({ should, minimum_should_match: null }).filter.minimumShouldMatch).toBe(1);
    expect(parse({ should, minimum_should_match: '100%' }).filter.minimumShouldMatch).toBe(2);
    expect(parse({ should, minimum_should_match: 'most' }).problems[0].param).toBe('filter.minimum_should_match');
  });

  it('refuses entries that are not one clause', () => {
    expect(refusal('x').param).toBe('filter.must[0]');
    expect(refusal({}).param).toBe('filter.must[0]');
    expect(refusal({ term: { id: 'a' }, prefix: { id: 'b' } }).message).toContain('2 keys');
    expect(refusal({ tern: { id: 'a' } }).message).toContain('Did you mean "term"?');
    expect(refusal({ should: [] }).message).toContain('Nest with {"bool": {"should": …}}');
    expect(refusal(JSON.parse('{"__proto__": {"id": "a"}}')).param).toBe('filter.must[0].__proto__');
  });
});

describe('the size of a filter', () => {
  const nested = (levels: number): unknown =>
    levels === 1 ? { must: [{ term: { id: 'a' } }] } : { must: [{ bool: nested(levels - 1) }] };
  const terms = (count: number) => Array.from({ length: count }, (_, i) => ({ term: { id: `${i}` } }));

  it('is at most eight deep', () => {
    expect(parse(nested(8)).problems).toEqual([]);
    expect(parse(nested(9)).problems).toMatchObject([{ param: `filter${'.must[0].bool'.repeat(8)}` }]);
  });

  it('is at most 256 clauses, entries that nest included', () => {
    expect(parse({ must: [{ bool: { must: terms(255) } }] }).problems).toEqual([]);
    expect(parse({ must: [{ bool: { must: terms(256) } }] }).problems).toMatchObject([
      { param: 'filter.must[0].bool.must', code: 'filter_invalid' },
    ]);
    expect(parse({ must: terms(200), should: terms(200), must_not: terms(200) }).problems).toHaveLength(1);
  });

  it('counts each date of a terms clause', () => {
    const dates = (count: number) => ({ terms: { created_at: Array.from({ length: count }, () => '2024-01-01') } });
    expect(parse({ must: [dates(255)] }).problems).toEqual([]);
    expect(parse({ must: [dates(256)] }).problems).toMatchObject([{ param: 'filter.must[0].terms.created_at' }]);
  });

  it('is not looked into beyond that', () => {
    const depth = 100_000;
    const deep = JSON.parse(`${'{"must":[{"bool":'.repeat(depth)}{}${'}]}'.repeat(depth)}`);
    expect(parse(deep).problems).toHaveLength(1);
    expect(parse({ must: Array.from({ length: 500_000 }, () => 1) }).problems).toHaveLength(1);
  });

  it('keeps messages and paths short whatever was sent', () => {
    const long = 'x'.repeat(500_000);
    const { problems } = parse({
      must: [{ term: { [long]: 1 } }, { [long]: 1 }, { prefix: { created_at: long } }],
      [long]: 1,
    });
    expect(problems).toHaveLength(4);
    expect(JSON.stringify(problems).length).toBeLessThan(4_000);
  });
});

describe('fields', () => {
  it.each([
    ['metdata.topic', 'Did you mean "metadata.topic"?'],
    ['meta.topic', 'Did you mean "metadata.topic"?'],
    ['created', 'Did you mean "created_at"?'],
    ['createdAt', 'Did you mean "created_at"?'],
    ['langauge', 'Did you mean "language"?'],
    ['topic', 'write "metadata.topic"'],
    ['metadata', 'as in "metadata.topic"'],
    ['content', 'match clause'],
  ])('answers %s with a hint', (field, hint) => {
    const { param, message } = refusal({ term: { [field]: 'a' } });
    expect(param).toBe(`filter.must[0].term.${field}`);
    expect(message).toContain(hint);
  });
});

describe('term and terms', () => {
  it('compare exact values', () => {
    expect(clause({ term: { 'metadata.topic': 'law' } })).toEqual({
      kind: 'terms',
      field: 'metadata.topic',
      values: ['law'],
    });
    expect(clause({ terms: { 'metadata.n': [1, true, 'x'] } })).toEqual({
      kind: 'terms',
      field: 'metadata.n',
      values: [1, true, 'x'],
    });
  });

  it('know Norwegian by both codes', () => {
    expect(clause({ terms: { language: ['no', 'en'] } })).toMatchObject({ values: ['nb', 'en'] });
  });

  it('take a date for all of its day', () => {
    const from = Date.parse('2024-01-01');
    const range = { kind: 'range', field: 'created_at', bounds: { kind: 'date', from, to: from + DAY - 1 } };
    expect(clause({ term: { created_at: '2024-01-01' } })).toEqual(range);
    expect(clause({ terms: { created_at: ['2024-01-01', 'now'] } })).toMatchObject({
      kind: 'bool',
      filter: { should: [range, { bounds: { from: NOW, to: NOW } }], minimumShouldMatch: 1 },
    });
  });

  it('refuse what cannot be compared', () => {
    expect(refusal({ term: {} }).param).toBe('filter.must[0].term');
    expect(refusal({ term: { id: 'a', title: 'b' } }).param).toBe('filter.must[0].term');
    expect(refusal({ term: { id: 1 } }).param).toBe('filter.must[0].term.id');
    expect(refusal({ term: { created_at: 'soon' } }).param).toBe('filter.must[0].term.created_at');
    expect(refusal({ term: { 'metadata.a': null } }).message).toContain('must_not');
    expect(refusal({ term: { 'metadata.a': ['x'] } }).message).toContain('terms clause');
    expect(refusal({ term: { 'metadata.a': Number.POSITIVE_INFINITY } }).param).toBe('filter.must[0].term.metadata.a');
    expect(refusal({ terms: { language: 'en' } }).param).toBe('filter.must[0].terms.language');
    expect(refusal({ terms: { language: [] } }).param).toBe('filter.must[0].terms.language');
    expect(refusal({ terms: { language: ['en', 3] } }).param).toBe('filter.must[0].terms.language[1]');
    expect(refusal({ terms: { id: Array.from({ length: 1001 }, () => 'a') } }).param).toBe('filter.must[0].terms.id');
  });
});

describe('range', () => {
  const midnight = Date.parse('2024-01-01');

  it.each([
    [{ gte: '2024-01-01' }, midnight, Number.POSITIVE_INFINITY],
    [{ gt: '2024-01-01' }, midnight + DAY, Number.POSITIVE_INFINITY],
    [{ lt: '2024-01-01' }, Number.NEGATIVE_INFINITY, midnight - 1],
    [{ lte: '2024-01-01' }, Number.NEGATIVE_INFINITY, midnight + DAY - 1],
    [{ gte: '2024-01-01', lt: 'now-7d/d' }, midnight, Date.parse('2024-03-08') - 1],
  ])('turns %j into an inclusive stretch of time', (sent, from, to) => {
    expect(clause({ range: { created_at: sent } })).toEqual({
      kind: 'range',
      field: 'created_at',
      bounds: { kind: 'date', from, to },
    });
    expect(clause({ range: { 'metadata.day': sent } })).toMatchObject({ bounds: { kind: 'date', from, to } });
  });

  it('compares numbers and strings too', () => {
    expect(clause({ range: { 'metadata.n': { gt: 1, lte: 2.5 } } })).toMatchObject({
      bounds: { kind: 'number', gt: 1, lte: 2.5 },
    });
    expect(clause({ range: { 'metadata.name': { gte: 'a', lt: 'b' } } })).toMatchObject({
      bounds: { kind: 'string', gte: 'a', lt: 'b' },
    });
    expect(clause({ range: { title: { gte: '2024-01-01' } } })).toMatchObject({ bounds: { kind: 'string' } });
  });

  it.each([
    ['metadata.n', { gt: 1, lt: 'b' }],
    ['metadata.n', { gte: '2024-01-01', lt: 'b' }],
    ['metadata.n', { gte: true }],
    ['metadata.n', { gte: null }],
    ['metadata.n', {}],
    ['metadata.n', 5],
    ['created_at', { gte: 5 }],
    ['created_at', { gte: '2024-13-01' }],
    ['title', { gte: 5 }],
  ])('refuses bounds of %s that are %j', (field, sent) => {
    expect(refusal({ range: { [field]: sent } }).param).toBe(`filter.must[0].range.${field}`);
  });

  it('reports every wrong bound, with a hint', () => {
    const { problems } = parse({ must: [{ range: { created_at: { from: '2024-01-01', gtee: 'x', lt: {} } } }] });
    expect(problems).toHaveLength(3);
    expect(problems[0].message).toContain('Did you mean "gte"?');
  });
});

describe('the other clauses', () => {
  it('are read', () => {
    expect(clause({ exists: { field: 'metadata.author.name' } })).toEqual({
      kind: 'exists',
      field: 'metadata.author.name',
    });
    expect(clause({ prefix: { source_uri: 'https://' } })).toEqual({
      kind: 'prefix',
      field: 'source_uri',
      value: 'https://',
    });
    expect(clause({ wildcard: { title: 'a*?' } })).toEqual({ kind: 'wildcard', field: 'title', pattern: 'a*?' });
    expect(clause({ match: { content: 'two words' } })).toEqual({ kind: 'match', field: 'content', text: 'two words' });
    expect(clause({ ids: { values: ['a', 'b'] } })).toEqual({ kind: 'ids', values: ['a', 'b'] });
  });

  it.each([
    [{ exists: { field: 'content' } }, 'exists.field'],
    [{ exists: { field: 1 } }, 'exists.field'],
    [{ exists: { field: null } }, 'exists.field'],
    [{ exists: 'title' }, 'exists'],
    [{ exists: { feild: 'title' } }, 'exists'],
    [{ exists: { field: 'title', boost: 1 } }, 'exists.boost'],
    [{ prefix: { created_at: '2024' } }, 'prefix.created_at'],
    [{ prefix: { id: 1 } }, 'prefix.id'],
    [{ wildcard: { updated_at: '*' } }, 'wildcard.updated_at'],
    [{ wildcard: { title: '*'.repeat(1001) } }, 'wildcard.title'],
    [{ match: { title: '' } }, 'match.title'],
    [{ match: { title: 'x'.repeat(1001) } }, 'match.title'],
    [{ match: { language: 'en' } }, 'match.language'],
    [{ match: 'x' }, 'match'],
    [{ ids: { values: [] } }, 'ids.values'],
    [{ ids: { values: ['a', 1] } }, 'ids.values[1]'],
    [{ ids: ['a'] }, 'ids'],
    [{ bool: [] }, 'bool'],
  ])('are refused as %j', (sent, path) => {
    expect(refusal(sent).param).toBe(`filter.must[0].${path}`);
  });

  it('count characters, not UTF-16 units', () => {
    expect(clause({ match: { title: '😀'.repeat(1000) } })).toMatchObject({ kind: 'match' });
  });
});

describe('any input', () => {
  it('is answered with problems, never an exception', () => {
    const name = fc.constantFrom(
      'must',
      'should',
      'bool',
      'term',
      'range',
      'created_at',
      'metadata.a',
      'gte',
      '__proto__',
    );
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom('2024-01-01', 'now/d', '75%'));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (sent) => {
        for (const problem of parse(sent).problems) expect(problem.param).toMatch(/^filter/);
      }),
    );
  });
});

describe('minimumShouldMatch', () => {
  it.each([
    [0, 4, 0],
    [2, 4, 2],
    [-1, 4, 3],
    [-9, 4, 0],
    ['75%', 4, 3],
    ['75%', 3, 2],
    ['-25%', 4, 3],
    ['-25%', 3, 3],
    ['100%', 5, 5],
    ['0%', 5, 0],
    ['-100%', 5, 0],
    ['10%', 5, 0],
  ])('takes %j of %i as %i', (sent, count, expected) => {
    expect(minimumShouldMatch(sent, count)).toBe(expected);
  });

  it('keeps asking for more than there are', () => {
    expect(minimumShouldMatch(3, 2)).toBe(3);
    expect(minimumShouldMatch('150%', 2)).toBe(3);
    expect(minimumShouldMatch(1, 0)).toBe(1);
  });

  it.each([1.5, Number.POSITIVE_INFINITY, true, [], {}, '2', '75', '%', '7.5%', ' 75%', `${'9'.repeat(40)}%`])(
    'does not understand %j',
    (sent) => {
      expect(minimumShouldMatch(sent, 4)).toBeNull();
    },
  );
});
