import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Problem, Problems } from '../../domain/errors/problem.js';
import type { Facet } from '../../domain/facet/facet.js';
import { parseFacets } from './parse-facets.js';

const NOW = Date.parse('2024-03-15T13:45:30.250Z');

function parse(facet: unknown, advanced?: unknown): { facets: Facet[]; problems: Problem[] } {
  const problems = new Problems();
  const facets = parseFacets({ facet, facet_advanced: advanced }, { problems, now: NOW });
  return { facets, problems: problems.list };
}

function facet(sent: unknown): Facet {
  const { facets, problems } = parse(undefined, [sent]);
  expect(problems).toEqual([]);
  return facets[0];
}

describe('basic facets', () => {
  it('ask for the ten commonest values', () => {
    expect(parse(['language', 'metadata.topic']).facets).toMatchObject([
      { type: 'terms', name: 'language', field: 'language', size: 10, orderBy: 'count', order: 'desc', minCount: 1 },
      { type: 'terms', name: 'metadata.topic', prefix: null, excludeOwnFilter: false },
    ]);
  });

  it.each([
    [['language', 'topic'], 'facet[1]', 'metadata.topic'],
    [['content'], 'facet[0]', 'does not support facets'],
    [[{ field: 'language' }], 'facet[0]', 'facet_advanced'],
    [['language', 'language'], 'facet[1]', '"name"'],
  ])('are refused as %j', (sent, param, hint) => {
    const { problems } = parse(sent);
    expect(problems).toMatchObject([{ param, code: 'facet_invalid' }]);
    expect(problems[0].message).toContain(hint);
  });

  it('are a list of at most 32', () => {
    expect(parse('language').problems).toMatchObject([{ param: 'facet', code: 'parameter_type' }]);
    expect(parse(null).problems).toMatchObject([{ param: 'facet', code: 'parameter_type' }]);
    const many = Array.from({ length: 33 }, (_, i) => `metadata.k${i}`);
    expect(parse(many).problems).toMatchObject([{ param: 'facet', code: 'too_many_items' }]);
    expect(parse(many.slice(1)).problems).toEqual([]);
  });
});

describe('advanced facets', () => {
  it('are terms unless they say otherwise', () => {
    expect(facet({ field: 'language' })).toEqual(parse(['language']).facets[0]);
    expect(
      facet({
        field: 'metadata.a',
        name: 'A',
        size: 1000,
        order_by: 'value',
        min_count: 2,
        prefix: 'x',
        exclude_own_filter: true,
      }),
    ).toEqual({
      type: 'terms',
      name: 'A',
      field: 'metadata.a',
      size: 1000,
      orderBy: 'value',
      order: 'asc',
      minCount: 2,
      prefix: 'x',
      excludeOwnFilter: true,
    });
  });

  it('count ranges of numbers and of dates', () => {
    expect(
      facet({ field: 'metadata.n', type: 'range', ranges: [{ to: 10 }, { key: 'rest', from: 10 }] }),
    ).toMatchObject({
      kind: 'number',
      ranges: [
        { key: '*-10', from: null, to: 10, sent: { from: null, to: 10 } },
        { key: 'rest', from: 10, to: null },
      ],
    });
    expect(facet({ field: 'created_at', type: 'range', ranges: [{ from: '2024-01-01', to: 'now/d' }] })).toMatchObject({
      kind: 'date',
      ranges: [{ key: '2024-01-01-now/d', from: Date.parse('2024-01-01'), to: Date.parse('2024-03-15') }],
    });
  });

  it('count histograms and statistics', () => {
    expect(facet({ field: 'metadata.n', type: 'histogram', interval: 0.5 })).toMatchObject({ interval: 0.5 });
    expect(facet({ field: 'updated_at', type: 'date_histogram', interval: 'week' })).toMatchObject({
      interval: 'week',
    });
    expect(facet({ field: 'created_at', type: 'stats' })).toEqual({
      type: 'stats',
      name: 'created_at',
      field: 'created_at',
    });
  });

  const range = (ranges: unknown, field = 'metadata.n') => ({ field, type: 'range', ranges });
  it.each([
    ['language', '', 'Expected an object'],
    [{}, '.field', 'found nothing'],
    [{ field: 'languge' }, '.field', 'Did you mean "language"?'],
    [{ field: 'language', type: 'term' }, '.type', 'Did you mean "terms"?'],
    [{ field: 'language', type: null }, '.type', 'found null'],
    [{ field: 'language', name: '' }, '.name', '1 to 250'],
    [{ field: 'language', name: 'x'.repeat(251) }, '.name', '1 to 250'],
    [{ field: 'language', name: '__proto__' }, '.name', 'cannot be named'],
    [{ field: 'language', size: 0 }, '.size', '1 to 1000'],
    [{ field: 'language', size: 1001 }, '.size', '1 to 1000'],
    [{ field: 'language', size: '5' }, '.size', 'integer'],
    [{ field: 'language', min_count: 0 }, '.min_count', 'at least 1'],
    [{ field: 'language', order: 'down' }, '.order', 'asc, desc'],
    [{ field: 'language', order_by: 'name' }, '.order_by', 'count, value'],
    [{ field: 'language', prefix: null }, '.prefix', 'Expected a string'],
    [{ field: 'created_at', prefix: '2024' }, '.prefix', 'date_histogram'],
    [{ field: 'language', exclude_own_filter: 1 }, '.exclude_own_filter', 'boolean'],
    [{ field: 'language', interval: 1 }, '.interval', 'histogram and date_histogram, not of type terms'],
    [{ field: 'language', siz: 1 }, '.siz', 'Did you mean "size"?'],
    [{ field: 'language', type: 'stats' }, '.field', 'supports only facets of type terms'],
    [{ field: 'created_at', type: 'histogram', interval: 1 }, '.field', 'date_histogram'],
    [{ field: 'metadata.n', type: 'histogram' }, '.interval', 'greater than 0'],
    [{ field: 'metadata.n', type: 'histogram', interval: 0 }, '.interval', 'greater than 0'],
    [{ field: 'metadata.n', type: 'histogram', interval: 'day' }, '.interval', 'date_histogram'],
    [{ field: 'metadata.n', type: 'date_histogram' }, '.interval', 'found nothing'],
    [{ field: 'metadata.n', type: 'date_histogram', interval: 'days' }, '.interval', 'Did you mean "day"?'],
    [range(undefined), '.ranges', '1 to 100'],
    [range([]), '.ranges', '1 to 100'],
    [range(Array.from({ length: 101 }, () => ({ from: 1 }))), '.ranges', '1 to 100'],
    [range([{ from: 1 }, {}]), '.ranges[1]', 'neither'],
    [range([{ from: 1 }, { from: 2, to: 2 }]), '.ranges[1].from', 'less'],
    [range([{ from: 1 }, { from: '2024-01-01' }]), '.ranges[1].from', 'a number'],
    [range([{ from: 'x' }]), '.ranges[0].from', 'ISO 8601'],
    [range([{ from: 1, too: 2 }]), '.ranges[0].too', 'Did you mean "to"?'],
    [range([{ from: 1, key: '' }]), '.ranges[0].key', 'non-empty string'],
    [range([{ from: 1 }], 'created_at'), '.ranges[0].from', 'ISO 8601'],
    [range([{ from: 1 }], 'title'), '.field', 'supports only facets of type terms'],
  ])('are refused as %j', (sent, path, hint) => {
    const { problems } = parse(undefined, [sent]);
    expect(problems).toMatchObject([{ param: `facet_advanced[0]${path}`, code: 'facet_invalid' }]);
    expect(problems[0].message).toContain(hint);
  });

  it('have names of their own, also among the basic ones', () => {
    expect(parse(['language'], [{ field: 'language' }]).problems).toMatchObject([{ param: 'facet_advanced[0]' }]);
    expect(parse(['language'], [{ field: 'language', name: 'other' }]).problems).toEqual([]);
  });

  it('report everything that is wrong at once', () => {
    const { problems } = parse(['topic'], [{ field: 'language', size: 0, min_count: 0, ranges: [] }, { field: 1 }]);
    expect(problems.map((problem) => problem.param)).toEqual([
      'facet[0]',
      'facet_advanced[0].ranges',
      'facet_advanced[0].size',
      'facet_advanced[0].min_count',
      'facet_advanced[1].field',
    ]);
  });

  it('never throw', () => {
    const key = fc.constantFrom('field', 'type', 'ranges', 'interval', 'from', 'to', 'key', '__proto__', 'name');
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('range', 'terms', 'metadata.a', 'created_at'));
    const entry = fc.dictionary(key, fc.oneof(value, fc.array(fc.dictionary(key, value))));
    fc.assert(
      fc.property(fc.array(fc.oneof(value, entry)), (sent) => {
        expect(Array.isArray(parse(sent, sent).facets)).toBe(true);
      }),
    );
  });
});
